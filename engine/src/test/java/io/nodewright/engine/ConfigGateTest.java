package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNode;
import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.status.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The way of a changed configMap at an unchanged version: contract 02 §6 and its rows of §9 that
/// need no interrupt.
class ConfigGateTest {

  private static final String P = "p|1.0.0";

  @ParameterizedTest(name = "{0}")
  @MethodSource({"opening", "closed", "order", "changesMidway", "special"})
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> opening() {
    return Row.table(
        row(
            "L24 LC4 a changed key of a done package goes out and config runs",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2")).settle();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertEquals("config", fleet.running("n1", "p"));
              assertEquals(Map.of("p", List.of("a")), fleet.published("nw").configUpdates());
            }),
        row(
            "L25 LO6 when it is done everywhere the changed keys are forgotten",
            () -> {
              TestFleet fleet = done("n1", "n2").edit("nw", nw("2")).settle();
              fleet.complete("n1", "p").settle();
              assertEquals(Map.of("p", List.of("a")), fleet.published("nw").configUpdates());
              fleet.complete("n2", "p").settle();
              assertEquals("config/complete", fleet.at("n2", "nw", P));
              assertEquals(Map.of(), fleet.published("nw").configUpdates());
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
              assertEquals(2, fleet.published("nw").observedGeneration());
            }),
        row(
            "L31 the gate opens when the second node is done",
            () -> {
              TestFleet fleet = halfDone().edit("nw", nw("2")).settle();
              fleet.complete("n2", "p").settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertEquals("config/in_progress", fleet.at("n2", "nw", P));
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
            }),
        row(
            "LC3 a node that fails at config opens the gate, and others that run start over",
            () -> {
              TestFleet fleet = failingAtConfig();
              String before = fleet.job("n2", "p").orElseThrow().uid();
              fleet.edit("nw", nw("2")).settle();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertFalse(before.equals(fleet.job("n2", "p").orElseThrow().uid()));
            }),
        row(
            "L33 of nodes at apply nothing is reset and no Job goes",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1", "n2").nodeWright(nw("1")).settle();
              String before = fleet.job("n2", "p").orElseThrow().uid();
              fleet.complete("n1", "p").settle().complete("n1", "p").settle();
              fleet.entry("n1", "nw", P, Stage.POST_INTERRUPT, StageState.ERRORING);
              fleet.edit("nw", nw("2")).settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertEquals("apply/in_progress", fleet.at("n2", "nw", P));
              assertEquals(before, fleet.job("n2", "p").orElseThrow().uid());
            }),
        row(
            "LC3 a stage that is timed out at config leaves that with the change",
            () -> {
              TestFleet fleet = done("n1");
              fleet.entry("n1", "nw", P, Stage.CONFIG, StageState.IN_PROGRESS).settle();
              fleet.failAttempt("n1", "p").settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
              fleet.edit("nw", nw("2")).settle();
              assertEquals("config", fleet.running("n1", "p"));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }),
        row(
            "LC7 without a node in scope the data is replaced at once",
            () -> {
              TestFleet fleet = new TestFleet().nodeWright(nw("1")).settle();
              fleet.edit("nw", nw("2")).settle();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
              assertEquals(Map.of(), fleet.published("nw").configUpdates());
            }),
        row(
            "LO1 removed and added keys are changes too",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(
                          aNodeWright("nw")
                              .with(
                                  aPackage("p", "1.0.0")
                                      .config("gone", "1")
                                      .config("kept", "1")
                                      .config("other", "1")))
                      .runToTheEnd();
              fleet
                  .edit(
                      "nw",
                      aNodeWright("nw")
                          .with(
                              aPackage("p", "1.0.0")
                                  .config("new", "1")
                                  .config("kept", "1")
                                  .config("other", "2")))
                  .settle();
              assertEquals(
                  Map.of("p", List.of("gone", "new", "other")),
                  fleet.published("nw").configUpdates());
            }),
        row(
            "L37 a first configMap at the same version is an ordinary change",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(aNodeWright("nw").with(aPackage("p", "1.0.0")))
                      .runToTheEnd();
              fleet.edit("nw", nw("x")).settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertEquals(Map.of("p", List.of("a")), fleet.published("nw").configUpdates());
              assertEquals(
                  List.of("a"),
                  List.copyOf(fleet.built("n1", "p", Stage.CONFIG).orElseThrow().configKeys()));
            }));
  }

  static Stream<Arguments> closed() {
    return Row.table(
        row(
            "L30 LC5 LX11 while a node is not done the change is held, and that is said",
            () -> {
              TestFleet fleet = halfDone().edit("nw", nw("2"));
              fleet.pass("nw");
              assertEquals(1, events(fleet, "ConfigHeld").size());
              assertEquals(
                  "Package [p:1.0.0]: changed configMap keys [a] are held back: the package is not"
                      + " done on n2",
                  events(fleet, "ConfigHeld").getFirst());
              fleet.settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals("config/in_progress", fleet.at("n2", "nw", P));
              assertEquals("CONFIG_CHANGE_HELD", fleet.verdict("", "p"));
              assertEquals("CONFIG_CHANGE_HELD", fleet.verdict("n1", "p"));
              assertEquals(fleet.now().plus(Duration.ofSeconds(30)), fleet.last().lookAgainAt());
              assertEquals(
                  1,
                  fleet.published("nw").conditions().stream()
                      .filter(c -> c.type().equals("Ready") && !c.deprecatedTwin())
                      .count());
            }),
        row(
            "L34 a failure at apply does not open the gate",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(nw("1")).settle();
              fleet.failAttempt("n1", "p").settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              fleet.edit("nw", nw("2")).settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
            }),
        row(
            "L35 LC1 while paused it is held, and goes out after the resume",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2").paused()).settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertEquals("CONFIG_CHANGE_HELD", fleet.verdict("", "p"));
              fleet.edit("nw", nw("2")).settle();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
            }),
        row(
            "LC1 while disabled it is held, and the generation is not said to be reached",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2").disabled()).settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertEquals(1, fleet.published("nw").observedGeneration());
            }),
        row(
            "L36 LC2 while the package is being uninstalled on a node it is held on all",
            () -> {
              TestFleet fleet = done("n1", "n2");
              fleet
                  .entry("n2", "nw", P, Stage.UNINSTALL, StageState.IN_PROGRESS)
                  .ignore("n2", true);
              fleet.edit("nw", nw("2")).settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertEquals("config/complete", fleet.at("n1", "nw", P));
            }),
        row(
            "LC5 data that no ConfigMap can hold is held before any node is set back",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("x".repeat(1024 * 1024 + 1))).settle();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertFalse(fleet.gateOpen("nw", P));
              assertEquals("CONFIG_CHANGE_HELD", fleet.verdict("", "p"));
            }),
        row(
            "LC6 while a record cannot be read it is held on all",
            () -> {
              TestFleet fleet = done("n1", "n2");
              NodeState good = fleet.view("n2").record("nw").state();
              fleet.record("n2", "nw", new NodeState.Unreadable("not JSON")).settle();
              fleet.edit("nw", nw("2")).settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              fleet.record("n2", "nw", good).settle();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
            }));
  }

  static Stream<Arguments> order() {
    return Row.table(
        row(
            "LO5 LO2 LO3 LO4 mark, keys, records, data: each is seen stored before the next",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2"));
              fleet.pass("nw");
              assertTrue(fleet.gateOpen("nw", P));
              assertEquals(Map.of(), fleet.published("nw").configUpdates());
              fleet.pass("nw");
              assertEquals(Map.of("p", List.of("a")), fleet.published("nw").configUpdates());
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              fleet.pass("nw");
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertEquals("none", fleet.running("n1", "p"));
              fleet.pass("nw");
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
              assertFalse(fleet.gateOpen("nw", P));
              assertEquals(
                  "none", fleet.running("n1", "p"), "started by a pass that sees the data");
              assertEquals(
                  List.of("Package [p:1.0.0]: configMap keys [a] are delivered"),
                  events(fleet, "ConfigApplied"));
              fleet.pass("nw");
              assertEquals("config", fleet.running("n1", "p"));
            }),
        row(
            "LO5 stopped after any write, the change ends the same",
            () ->
                IntStream.range(0, 40)
                    .forEach(
                        writes -> {
                          TestFleet fleet = done("n1", "n2").edit("nw", nw("2"));
                          fleet.killAfter(writes).runToTheEnd();
                          assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
                          assertEquals("config/complete", fleet.at("n1", "nw", P));
                          assertEquals("config/complete", fleet.at("n2", "nw", P));
                          assertEquals(Map.of(), fleet.published("nw").configUpdates());
                          assertEquals(
                              "2", ranConfigWith(fleet, "n1"), () -> "killed after " + writes);
                        })),
        row(
            "LO5 stopped after any write of the erroring branch, the change ends the same",
            () ->
                IntStream.range(0, 40)
                    .forEach(
                        writes -> {
                          TestFleet fleet = failingAtConfig().edit("nw", nw("2"));
                          fleet.killAfter(writes).runToTheEnd();
                          assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
                          assertEquals("config/complete", fleet.at("n1", "nw", P));
                          assertEquals(Map.of(), fleet.published("nw").configUpdates());
                          assertEquals(
                              "2", ranConfigWith(fleet, "n1"), () -> "killed after " + writes);
                        })),
        row(
            "LX11 what a Job of the old data comes to during the change counts for nothing",
            () -> {
              TestFleet fleet = failingAtConfig().edit("nw", nw("2"));
              fleet.pass("nw"); // marked
              fleet.pass("nw"); // keys stored
              fleet.complete("n2", "p");
              fleet.settle();
              assertEquals("config/in_progress", fleet.at("n2", "nw", P));
              assertEquals("2", ranConfigWith(fleet, "n2"));
            }));
  }

  static Stream<Arguments> changesMidway() {
    return Row.table(
        row(
            "LO2 an edit half-way joins, with its keys",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2"));
              passes(fleet, 3);
              fleet.edit("nw", aNodeWright("nw").with(configured("3").config("b", "1"))).settle();
              assertEquals(Map.of("a", "3", "b", "1"), fleet.delivered("nw", P));
              assertEquals(Map.of("p", List.of("a", "b")), fleet.published("nw").configUpdates());
              assertEquals("3", ranConfigWith(fleet, "n1"));
            }),
        row(
            "LC5 a second change of the same key waits for the first to be done",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2")).settle();
              fleet.edit("nw", nw("3")).settle();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
              fleet.complete("n1", "p").settle();
              assertEquals(Map.of("a", "3"), fleet.delivered("nw", P));
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "LC3 a second change joins where the first one fails",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2")).settle();
              fleet.failAttempt("n1", "p").settle();
              fleet.edit("nw", aNodeWright("nw").with(configured("2").config("b", "1"))).settle();
              assertEquals(Map.of("p", List.of("a", "b")), fleet.published("nw").configUpdates());
              assertEquals(Map.of("a", "2", "b", "1"), fleet.delivered("nw", P));
            }),
        row(
            "LC1 paused half-way it stops, resumed it goes on",
            () -> {
              TestFleet fleet = done("n1", "n2").edit("nw", nw("2"));
              passes(fleet, 2);
              fleet.edit("nw", nw("2").paused()).settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              fleet.edit("nw", nw("2")).runToTheEnd();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
              assertEquals("config/complete", fleet.at("n1", "nw", P));
            }),
        row(
            "LC6 a record that becomes unreadable half-way stops it until it is repaired",
            () -> {
              TestFleet fleet = done("n1", "n2").edit("nw", nw("2"));
              passes(fleet, 2);
              NodeState good = fleet.view("n2").record("nw").state();
              fleet.record("n2", "nw", new NodeState.Unreadable("not JSON")).settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              fleet.record("n2", "nw", good).runToTheEnd();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
              assertEquals("2", ranConfigWith(fleet, "n2"));
            }),
        row(
            "LO3 a node that joins half-way with a done record is set back too",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1").label("gpu", "yes"))
                      .node(aNode("n2").label("gpu", "yes"))
                      .nodeWright(nw("1").selecting("gpu", "yes"))
                      .runToTheEnd();
              fleet.relabel("n2", "gpu", "no").settle();
              fleet.edit("nw", nw("2").selecting("gpu", "yes"));
              passes(fleet, 3);
              fleet.relabel("n2", "gpu", "yes").runToTheEnd();
              assertEquals("2", ranConfigWith(fleet, "n2"));
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
            }),
        row(
            "LC2 an uninstall asked for half-way begins after the change",
            () -> {
              TestFleet fleet = enabled(false, "1").runToTheEnd();
              fleet.edit("nw", nwEnabled(false, "2"));
              passes(fleet, 2);
              fleet.edit("nw", nwEnabled(true, "2")).pass("nw");
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              fleet.runToTheEnd();
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
            }),
        row(
            "LF5 deleted half-way the change is left and the package uninstalled",
            () -> {
              TestFleet fleet = enabled(false, "1").runToTheEnd();
              fleet.edit("nw", nwEnabled(false, "2"));
              passes(fleet, 2);
              fleet.delete("nw").runToTheEnd();
              assertFalse(fleet.exists("nw"));
              assertEquals("none", fleet.at("n1", "nw", P));
            }),
        row(
            "LO5 another version half-way: its own data at once, the change is forgotten",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2"));
              passes(fleet, 3);
              fleet
                  .edit("nw", aNodeWright("nw").with(aPackage("p", "2.0.0").config("a", "3")))
                  .runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", "p|2.0.0"));
              assertEquals(Map.of("a", "3"), fleet.delivered("nw", "p|2.0.0"));
              assertEquals(Map.of(), fleet.published("nw").configUpdates());
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
            }),
        row(
            "LO5 the package removed half-way: the change is forgotten with it",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2"));
              passes(fleet, 2);
              fleet.edit("nw", aNodeWright("nw")).settle();
              assertEquals(Map.of(), fleet.published("nw").configUpdates());
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
              fleet.edit("nw", nw("2")).runToTheEnd();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
            }),
        row(
            "LO5 taken back half-way, the mark goes and all is as before",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nw("2"));
              passes(fleet, 2);
              fleet.edit("nw", nw("1")).runToTheEnd();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertFalse(fleet.gateOpen("nw", P));
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals(Map.of(), fleet.published("nw").configUpdates());
            }));
  }

  static Stream<Arguments> special() {
    return Row.table(
        row(
            "L38 a ConfigMap deleted by hand comes back with the wanted data and no stage runs",
            () -> {
              TestFleet fleet = done("n1").loseConfigMaps().settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertEquals(List.of(), fleet.nodesAtWork());
            }),
        row(
            "L38 one that came back from a backup without its owner is adopted, and gets the wanted data",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .restoreConfigMap("nw", PackageRef.parse(P), new TreeMap<>(Map.of("a", "0")))
                      .nodeWright(nw("1"))
                      .settle();
              assertEquals("apply", fleet.running("n1", "p"));
              fleet.complete("n1", "p").settle().complete("n1", "p").settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertEquals("config", fleet.running("n1", "p"));
              assertEquals(List.of(), events(fleet, "ConfigNotKnown"));
            }),
        row(
            "L40 a package added again counts as done, and that its config is not known is said",
            () -> {
              TestFleet fleet = done("n1", "n2").edit("nw", aNodeWright("nw")).settle();
              assertEquals(List.of(), fleet.configMaps());
              fleet.edit("nw", nw("2")).pass("nw");
              assertEquals(
                  List.of(
                      "Package [p:1.0.0]: node(s) n1, n2 have it from before its ConfigMap was gone,"
                          + " with a config that is not known; run `package rerun p --stage config`"
                          + " if it may be another one"),
                  events(fleet, "ConfigNotKnown"));
              fleet.settle();
              assertEquals(List.of(), fleet.nodesAtWork());
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
            }),
        row(
            "L41 of a node where it is not done nothing is said: config runs there anyway",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(nw("1")).settle();
              fleet.complete("n1", "p").settle();
              assertEquals("config", fleet.running("n1", "p"));
              fleet.edit("nw", aNodeWright("nw")).settle().edit("nw", nw("2")).pass("nw");
              assertEquals(List.of(), events(fleet, "ConfigNotKnown"));
              fleet.settle();
              assertEquals("config", fleet.running("n1", "p"));
            }),
        row(
            "L38 a config stage that runs while its ConfigMap goes may have begun with the old one",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(nw("1")).settle();
              fleet.complete("n1", "p").settle();
              assertEquals("config", fleet.running("n1", "p"));
              fleet.loseConfigMaps().pass("nw");
              assertEquals(1, events(fleet, "ConfigNotKnown").size());
              fleet.settle();
              assertEquals("config", fleet.running("n1", "p"));
            }),
        row(
            "L38 a config stage runs on while its ConfigMap is not seen, with a change held",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(nw("1")).settle();
              fleet.complete("n1", "p").settle();
              fleet.edit("nw", aNodeWright("nw").with(configured("1").config("b", "1"))).settle();
              assertEquals("config", fleet.running("n1", "p"));
              fleet.loseConfigMaps().pass("nw");
              assertEquals("config", fleet.running("n1", "p"));
            }),
        row(
            "LO3 nodes that are not selected any more keep the old data, and that is said once",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(aNode("n1").label("zone", "east"))
                      .node(aNode("n2").label("zone", "east"))
                      .nodeWright(nw("1").selecting("zone", "east"))
                      .runToTheEnd();
              fleet.relabel("n1", "zone", "west").settle();
              fleet.edit("nw", nw("2").selecting("zone", "east"));
              List<String> told = new ArrayList<>();
              for (int i = 0; i < 8; i++) {
                fleet.pass("nw");
                told.addAll(events(fleet, "ConfigMissed"));
              }
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
              assertEquals(
                  List.of(
                      "Package [p:1.0.0]: node(s) n1 are not selected and keep the configMap that they"
                          + " have; run `package rerun p --stage config` for them when they are"
                          + " selected again"),
                  told);
              fleet.relabel("n1", "zone", "east").settle();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
            }),
        row(
            "LO1 data edited by hand goes back through the gate",
            () -> {
              TestFleet fleet = done("n1");
              fleet.editConfigMap("nw", P, new TreeMap<>(Map.of("a", "mine"))).settle();
              assertEquals(Map.of("a", "1"), fleet.delivered("nw", P));
              assertEquals("config", fleet.running("n1", "p"));
            }),
        row(
            "J48 a key added through the gate replaces a Job that runs",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1", "n2").nodeWright(nw("1")).settle();
              String before = fleet.job("n2", "p").orElseThrow().uid();
              fleet.complete("n1", "p").settle().failAttempt("n1", "p").settle();
              fleet.edit("nw", aNodeWright("nw").with(configured("1").config("b", "1"))).settle();
              assertEquals("apply/in_progress", fleet.at("n2", "nw", P));
              assertFalse(before.equals(fleet.job("n2", "p").orElseThrow().uid()));
              assertEquals(
                  List.of("a", "b"),
                  List.copyOf(fleet.built("n2", "p", Stage.APPLY).orElseThrow().configKeys()));
            }),
        row(
            "L26 LD5 a changed key with an interrupt runs config, the interrupt and what follows it",
            () -> {
              TestFleet fleet = interrupting("1").runToTheEnd();
              fleet.edit("nw", nwInterrupting("2")).runToTheEnd();
              assertEquals("post-interrupt/complete", fleet.at("n1", "nw", P));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals(Map.of(), fleet.published("nw").configUpdates());
            }),
        row(
            "LC4 LD4 where the package is uninstalled it holds nothing, and is installed with new data",
            () -> {
              TestFleet fleet = enabled(false, "1").runToTheEnd();
              fleet.edit("nw", nwEnabled(true, "1")).runToTheEnd();
              fleet.edit("nw", nwEnabled(true, "2")).settle();
              assertEquals(Map.of("a", "2"), fleet.delivered("nw", P));
              assertEquals(Map.of(), fleet.published("nw").configUpdates());
              fleet.edit("nw", nwEnabled(false, "2")).runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
            }),
        row(
            "LC5 configInterrupts edited alone run nothing",
            () -> {
              TestFleet fleet = done("n1").edit("nw", nwInterrupting("1"));
              assertTrue(fleet.settle().nodesAtWork().isEmpty());
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }));
  }

  // ---- the usual fleets

  private static Fixtures.PackageBuilder configured(String value) {
    return aPackage("p", "1.0.0").config("a", value);
  }

  private static Fixtures.NodeWrightBuilder nw(String value) {
    return aNodeWright("nw").with(configured(value));
  }

  private static Fixtures.NodeWrightBuilder nwEnabled(boolean apply, String value) {
    return aNodeWright("nw").with(configured(value).uninstall(true, apply));
  }

  private static Fixtures.NodeWrightBuilder nwInterrupting(String value) {
    return aNodeWright("nw").with(configured(value).configInterrupt("a", Interrupt.Type.SERVICE));
  }

  private static TestFleet interrupting(String value) {
    return new TestFleet().nodes("n1").nodeWright(nwInterrupting(value));
  }

  private static TestFleet enabled(boolean apply, String value) {
    return new TestFleet().nodes("n1").nodeWright(nwEnabled(apply, value));
  }

  private static TestFleet done(String... nodes) {
    return new TestFleet().nodes(nodes).nodeWright(nw("1")).runToTheEnd();
  }

  /// n1 is done, n2 runs config.
  private static TestFleet halfDone() {
    TestFleet fleet = new TestFleet().nodes("n1", "n2").nodeWright(nw("1"));
    return fleet.runToTheEndOf("n1").complete("n2", "p").settle();
  }

  /// Both run config; an attempt on n1 has failed.
  private static TestFleet failingAtConfig() {
    TestFleet fleet = new TestFleet().nodes("n1", "n2").nodeWright(nw("1")).settle();
    fleet.complete("n1", "p").complete("n2", "p").settle();
    return fleet.failAttempt("n1", "p").settle();
  }

  private static void passes(TestFleet fleet, int count) {
    for (int i = 0; i < count; i++) {
      fleet.pass("nw");
    }
  }

  /// The value of key `a` with which the latest config Job of that node was built.
  private static String ranConfigWith(TestFleet fleet, String node) {
    return String.valueOf(fleet.configOfJob(node, "p", Stage.CONFIG).get("a"));
  }

  private static List<String> events(TestFleet fleet, String action) {
    return fleet.taken().stream()
        .filter(Action.RecordEvent.class::isInstance)
        .map(taken -> ((Action.RecordEvent) taken).event())
        .filter(event -> event.action().equals(action))
        .map(Action.Event::note)
        .toList();
  }
}
