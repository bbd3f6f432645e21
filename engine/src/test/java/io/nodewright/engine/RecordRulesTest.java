package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static io.nodewright.engine.drain.PodBuilder.aPod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.lifecycle.Version;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.status.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is recorded, who may change it, and what never happens: contract 02 §2, §3, §5.1, §10.
class RecordRulesTest {

  private static final String P = "p|1.0.0";

  @ParameterizedTest(name = "{0}")
  @MethodSource({"writing", "defined", "depending", "never", "uninstallWishes", "agentImages"})
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> writing() {
    return Row.table(
        row(
            "LW1 LW2 a lost status costs nothing but memory: no stage runs",
            () -> {
              TestFleet fleet = one().runToTheEnd().loseStatus("nw").settle();
              assertEquals(List.of(), fleet.nodesAtWork());
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
              assertEquals("1/1", fleet.published("nw").completeNodes());
            }),
        row(
            "LW2 a write names only the members that it means to change",
            () -> {
              TestFleet fleet = one().settle();
              fleet.entry("n1", "nw", "q|1.0.0", Stage.CONFIG, StageState.COMPLETE);
              fleet.complete("n1", "p").pass("nw");
              assertEquals(List.of(new PackageRef("p", "1.0.0")), put(fleet));
            }),
        row(
            "LW3 J53 the record is stored before the Job is created, beside current metadata",
            () -> {
              TestFleet fleet = one();
              List<Class<?>> order = List.of();
              while (order.stream().noneMatch(Action.CreateStageJob.class::equals)) {
                fleet.pass("nw");
                order = fleet.taken().stream().<Class<?>>map(Object::getClass).toList();
              }
              assertTrue(
                  order.indexOf(Action.PatchNode.class)
                      < order.indexOf(Action.WriteNodeMetadata.class));
              assertTrue(
                  order.indexOf(Action.WriteNodeMetadata.class)
                      < order.indexOf(Action.CreateStageJob.class));
            }),
        row(
            "LW4 a result is stored before its Job is marked",
            () -> {
              TestFleet fleet = one().settle().complete("n1", "p");
              fleet.pass("nw");
              List<Class<?>> order =
                  fleet.taken().stream().<Class<?>>map(Object::getClass).toList();
              assertTrue(
                  order.indexOf(Action.PatchNode.class)
                      < order.indexOf(Action.MarkJobProcessed.class));
            }),
        row(
            "LW7 L22 a stage change takes image and restarts anew",
            () -> {
              TestFleet fleet = one().settle().failAttempt("n1", "p").settle();
              fleet.complete("n1", "p").pass("nw");
              fleet.edit("nw", nw(aPackage("p", "1.0.0").image("other/p"))).settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertEquals(0, fleet.restarts("n1", "nw", P));
              assertEquals("other/p", image(fleet));
            }),
        row(
            "L22 an edited image runs nothing on a done package and stays unrecorded",
            () -> {
              TestFleet fleet = one().runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").image("other/p"))).settle();
              assertEquals(List.of(), fleet.nodesAtWork());
              assertEquals("example/p", image(fleet));
            }),
        row(
            "LR1 LD1 an absent member means not installed",
            () -> {
              TestFleet fleet = one().runToTheEnd().record("n1", "nw", NodeState.EMPTY).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "LR7 a record that would outgrow its node is not begun, and what to do is said",
            () -> {
              TestFleet fleet = one();
              SortedMap<String, String> huge = new TreeMap<>(Map.of("x", "y".repeat(128 * 1024)));
              fleet.record("n1", "other", new NodeState.Unreadable(huge.toString())).settle();
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals("RECORD_TOO_LARGE", fleet.verdict("n1", "p"));
              assertTrue(fleet.pass("nw").quiet());
              fleet.record("n1", "other", NodeState.EMPTY).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "LR7 nor is its node cordoned or drained for it",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(nw(aPackage("p", "1.0.0").interrupt(Interrupt.Type.REBOOT)));
              fleet.pods().add(aPod("web"));
              SortedMap<String, String> huge = new TreeMap<>(Map.of("x", "y".repeat(128 * 1024)));
              fleet.record("n1", "other", new NodeState.Unreadable(huge.toString())).settle();
              assertEquals("schedulable", fleet.cordon("n1"));
              assertEquals(List.of(), fleet.pods().calls());
              assertEquals("RECORD_TOO_LARGE", fleet.verdict("n1", "p"));
              fleet.record("n1", "other", NodeState.EMPTY).settle();
              assertEquals(List.of("evict web"), fleet.pods().calls());
            }),
        row(
            "LW2 a node's metadata is written anew when only the packages change",
            () -> {
              TestFleet fleet = one().runToTheEnd();
              fleet.edit("nw", aNodeWright("nw")).pass("nw");
              assertEquals(1, count(fleet, Action.WriteNodeMetadata.class));
              assertTrue(fleet.settle().pass("nw").quiet());
            }),
        row(
            "L85 metadata is current when a Job is resumed",
            () -> {
              TestFleet fleet = one().settle().edit("nw", nw().paused()).settle();
              fleet.edit("nw", nw()).pass("nw");
              List<Class<?>> order =
                  fleet.taken().stream().<Class<?>>map(Object::getClass).toList();
              int written = order.indexOf(Action.WriteNodeMetadata.class);
              assertTrue(written >= 0 && written < order.indexOf(Action.SuspendJob.class));
            }));
  }

  static Stream<Arguments> defined() {
    return Row.table(
        row(
            "LD2 LD4 a package whose uninstall is asked for and done counts no more",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(enabled(true)).settle();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "LD3 LD7 a node with a package in its uninstall cycle is not complete",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(enabled(false)).runToTheEnd();
              fleet.edit("nw", enabled(true)).settle();
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }),
        row(
            "LD6 complete at apply is not done",
            () -> {
              TestFleet fleet = one().settle().edit("nw", nw().disabled());
              fleet.complete("n1", "p").settle();
              assertEquals("0/1", fleet.published("nw").completeNodes());
            }),
        row(
            "LD8 a timed-out package does not run, its siblings do",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(pq()).settle();
              fleet.failAttempt("n1", "p").settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              fleet.complete("n1", "q").settle();
              assertEquals("none", fleet.running("n1", "p"));
              assertEquals("config", fleet.running("n1", "q"));
            }),
        row(
            "LD10 a node out of its batch starts nothing",
            () -> {
              TestFleet fleet = one().ignore("n1", true).settle();
              assertEquals("none", fleet.running("n1", "p"));
            }),
        row(
            "LD12 versions order as semantic versions, short forms and v included",
            () -> {
              assertTrue(Version.lower("1.2.3-rc.1", "1.2.3"));
              assertTrue(Version.lower("v1.9", "1.10.0"));
              assertFalse(Version.lower("1", "1.0.0"));
              assertFalse(Version.lower("1.0.0+a", "1.0.0+b"));
              assertFalse(Version.lower("2.0.0", "1.9.9"));
            }));
  }

  static Stream<Arguments> depending() {
    return Row.table(
        row(
            "LG1 a dependency that names nothing is never met, and that is said",
            () -> {
              TestFleet fleet = fleet(aPackage("p", "1.0.0").dependsOn("gone", "1.0.0")).settle();
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals(
                  "DependencyMissing", fleet.condition("nw", "Blocked").orElseThrow().reason());
            }),
        row(
            "LG1 a dependency at another version than the spec's names nothing",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(nw().with(aPackage("q", "1.0.0").dependsOn("p", "1.0")))
                      .runToTheEnd();
              assertEquals("none", fleet.at("n1", "nw", "q|1.0.0"));
            }),
        row(
            "LG3 a done package does not run again because its dependency upgraded",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(chain("1.0.0")).runToTheEnd();
              fleet.edit("nw", chain("2.0.0")).settle();
              assertEquals("upgrade", fleet.running("n1", "p"));
              assertEquals("none", fleet.running("n1", "q"));
              fleet.runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", "q|1.0.0"));
            }),
        row(
            "LG4 a package whose dependency stops being done ends its stage and waits",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(chain("1.0.0")).settle();
              fleet.complete("n1", "p").settle().complete("n1", "p").settle();
              assertEquals("apply", fleet.running("n1", "q"));
              fleet.edit("nw", chain("2.0.0")).settle();
              assertEquals("apply", fleet.running("n1", "q"));
              fleet.complete("n1", "q").settle();
              assertEquals("apply/complete", fleet.at("n1", "nw", "q|1.0.0"));
              assertEquals("WAITS_FOR_DEPENDENCY", fleet.verdict("n1", "q"));
            }),
        row(
            "LG5 all that may run starts in one pass, in name order",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(pq());
              List<String> created = List.of();
              while (created.isEmpty()) {
                fleet.pass("nw");
                created =
                    fleet.taken().stream()
                        .filter(Action.CreateStageJob.class::isInstance)
                        .map(action -> ((Action.CreateStageJob) action).job().key().ref().name())
                        .toList();
              }
              assertEquals(List.of("p", "q"), created);
            }),
        row(
            "LG6 packages that depend on themselves never start, and that is said",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(
                          aNodeWright("nw")
                              .with(aPackage("p", "1.0.0").dependsOn("q", "1.0.0"))
                              .with(aPackage("q", "1.0.0").dependsOn("p", "1.0.0")))
                      .settle();
              assertEquals(List.of(), fleet.jobNames());
              assertEquals("SPEC_UNUSABLE", fleet.verdict("n1", "p"));
            }));
  }

  static Stream<Arguments> never() {
    return Row.table(
        row(
            "LX2 the archive of an earlier failure does not make a complete stage erroring",
            () -> {
              TestFleet fleet = one().settle().failAttempt("n1", "p").settle();
              fleet.complete("n1", "p").settle();
              fleet.jobNames().forEach(fleet::unmark);
              fleet.settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "LX4 the next Job of a package waits until the last one is gone",
            () -> {
              TestFleet fleet = one().settle().deletionsTakeTime();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").env("A", "1"))).settle();
              assertEquals(1, fleet.jobNames().size());
              assertEquals("WAITS_FOR_JOB_TO_GO", fleet.verdict("n1", "p"));
              fleet.deletionsEnd().settle();
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "LX4 what a Job comes to while it is being deleted counts for nothing",
            () -> {
              TestFleet fleet = one().settle().deletionsTakeTime();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").env("A", "1"))).settle();
              fleet.complete("n1", "p").settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              fleet.deletionsEnd().settle();
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "LX7 LX9 an uninstall never begins beside a stage in progress",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(enabled(false)).settle();
              fleet.edit("nw", enabled(true)).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              fleet.failAttempt("n1", "p").settle();
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
            }),
        row(
            "LX9 nothing starts while paused, disabled, ignored or unreadable",
            () -> {
              for (TestFleet held :
                  List.of(
                      one().edit("nw", nw().paused()),
                      one().edit("nw", nw().disabled()),
                      one().ignore("n1", true),
                      one().record("n1", "nw", new NodeState.Unreadable("not JSON")))) {
                assertEquals(List.of(), held.settle().jobNames());
              }
            }),
        row(
            "LX10 a leftover outlives all that happens beside it",
            () -> {
              TestFleet fleet = one().settle();
              fleet.entry("n1", "nw", "q|9.9.9", Stage.APPLY, StageState.ERRORING);
              fleet.runToTheEnd().edit("nw", nw().paused()).settle().edit("nw", nw()).settle();
              fleet.edit("nw", nw(aPackage("p", "2.0.0"))).runToTheEnd().delete("nw").settle();
              assertFalse(fleet.exists("nw"));
              assertEquals("apply/erroring", fleet.at("n1", "nw", "q|9.9.9"));
            }),
        row(
            "LX13 LF6 LF7 a deletion leaves what belongs to another NodeWright",
            () -> {
              TestFleet fleet =
                  one().nodeWright(aNodeWright("other").with(aPackage("p", "1.0.0"))).runToTheEnd();
              NodeRecord before = fleet.view("n1").record("other");
              fleet.delete("nw").settle();
              assertFalse(fleet.exists("nw"));
              assertEquals(before, fleet.view("n1").record("other"));
              assertTrue(fleet.view("n1").conditionsOf("other").present());
            }),
        row(
            "LX15 LF5 LF8 the finalizer stays until the last enabled package is gone",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1", "n2").nodeWright(enabled(false)).runToTheEnd();
              fleet.delete("nw").settle();
              fleet.complete("n1", "p").settle();
              assertTrue(fleet.exists("nw"));
              assertEquals("uninstall/in_progress", fleet.at("n2", "nw", P));
              fleet.complete("n2", "p").settle();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "LF5 a stage in flight that lost its Job ends before the uninstall, in a deletion too",
            () -> {
              for (Stage stage : List.of(Stage.APPLY, Stage.CONFIG, Stage.POST_INTERRUPT)) {
                TestFleet fleet =
                    new TestFleet().nodes("n1").nodeWright(enabled(false)).runToTheEnd();
                fleet.delete("nw").entry("n1", "nw", P, stage, StageState.IN_PROGRESS).settle();
                assertEquals(stage.word(), fleet.running("n1", "p"));
                fleet.complete("n1", "p").settle();
                assertEquals("uninstall", fleet.running("n1", "p"));
                fleet.complete("n1", "p").settle();
                assertFalse(fleet.exists("nw"));
              }
            }),
        row(
            "LF5 a node whose other packages stand half done frees its place in a deletion",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(
                          aNodeWright("nw")
                              .with(aPackage("p", "1.0.0").uninstall(true, false))
                              .with(aPackage("q", "1.0.0"))
                              .budget(new Budget.Count(1)))
                      .runToTheEnd();
              fleet.entry("n1", "nw", "q|1.0.0", Stage.APPLY, StageState.COMPLETE);
              fleet.delete("nw").settle();
              fleet.complete("n1", "p").settle();
              fleet.complete("n2", "p").settle();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "LX16 observedGeneration moves with completion alone",
            () -> {
              TestFleet fleet = one().runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "2.0.0")));
              for (int i = 0; i < 12; i++) {
                fleet.pass("nw");
                assertTrue(
                    fleet.published("nw").status() == Status.COMPLETE
                        || fleet.published("nw").observedGeneration() == 1);
              }
              fleet.runToTheEnd();
              assertEquals(2, fleet.published("nw").observedGeneration());
            }),
        row(
            "LF1 LP4 nothing is touched before the finalizer is there",
            () -> {
              TestFleet fleet = one();
              fleet.pass("nw");
              assertEquals(1, fleet.taken().size());
              assertTrue(fleet.nodeWright("nw").finalizer());
            }),
        row(
            "LF2 LF3 LF4 a held deletion is told once",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(enabled(false)).runToTheEnd();
              fleet.edit("nw", enabled(false).paused()).settle().delete("nw");
              fleet.pass("nw");
              assertEquals(1, events(fleet, "Finalize").size());
              fleet.pass("nw");
              assertEquals(0, events(fleet, "Finalize").size());
            }));
  }

  static Stream<Arguments> uninstallWishes() {
    return Row.table(
        row(
            "L51 an uninstall of what no node has is told once per generation",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(enabled(true));
              int told = 0;
              for (int i = 0; i < 10; i++) {
                fleet.pass("nw");
                told += events(fleet, "UninstallNothingRecorded").size();
              }
              assertEquals(1, told);
            }),
        row(
            "L43 an uninstall that was done is not told as nothing recorded",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(enabled(false)).runToTheEnd();
              fleet.edit("nw", enabled(true));
              int told = 0;
              for (int i = 0; i < 10; i++) {
                fleet.pass("nw");
                told += events(fleet, "UninstallNothingRecorded").size();
                fleet.job("n1", "p").ifPresent(_ -> fleet.complete("n1", "p"));
              }
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals(0, told);
            }),
        row(
            "L42 a version changed in mid-uninstall: its Job ends, that is said, nothing installs",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(enabled(false)).runToTheEnd();
              fleet.edit("nw", enabled(true)).settle();
              fleet.edit("nw", nw(aPackage("p", "2.0.0").uninstall(true, true)));
              fleet.pass("nw");
              assertEquals(1, events(fleet, "UninstallVersionChanged").size());
              fleet.settle();
              assertEquals("uninstall", fleet.running("n1", "p"));
              assertEquals("UNINSTALL_SUPERSEDED", fleet.verdict("n1", "p"));
              fleet.complete("n1", "p").settle();
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals("none", fleet.at("n1", "nw", "p|2.0.0"));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L42 a version changed before the uninstall began leaves the old one, and that is said",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(enabled(false)).runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "2.0.0").uninstall(true, true))).settle();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals("UNINSTALL_SUPERSEDED", fleet.verdict("n1", "p"));
            }),
        row(
            "L61 LF2 a repaired record lets the deletion go on",
            () -> {
              TestFleet fleet = one().runToTheEnd();
              NodeState good = fleet.view("n1").record("nw").state();
              fleet.record("n1", "nw", new NodeState.Unreadable("not JSON")).delete("nw").settle();
              assertEquals(
                  "MalformedNodeState",
                  fleet.condition("nw", "DeletionBlocked").orElseThrow().reason());
              fleet.record("n1", "nw", good).settle();
              assertFalse(fleet.exists("nw"));
            }));
  }

  static Stream<Arguments> agentImages() {
    return Row.table(
        row(
            "L105 another agent image replaces the Job of a running stage",
            () -> {
              TestFleet fleet = one().settle().complete("n1", "p").settle();
              String before = fleet.job("n1", "p").orElseThrow().uid();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").agentImage("example/agent:8"))).settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertFalse(before.equals(fleet.job("n1", "p").orElseThrow().uid()));
            }),
        row(
            "L106 on a done package it runs nothing",
            () -> {
              TestFleet fleet = one().runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").agentImage("example/agent:8"))).settle();
              assertEquals(List.of(), fleet.nodesAtWork());
            }),
        row(
            "L67 it clears a timed-out stage",
            () -> {
              TestFleet fleet = one().settle().failAttempt("n1", "p").settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").agentImage("example/agent:8"))).settle();
              assertEquals("apply", fleet.running("n1", "p"));
              assertTrue(fleet.wait(Duration.ofMinutes(1)).pass("nw").quiet());
            }));
  }

  // ---- the usual fleets

  private static Fixtures.NodeWrightBuilder nw(Fixtures.PackageBuilder spec) {
    return aNodeWright("nw").with(spec);
  }

  private static Fixtures.NodeWrightBuilder nw() {
    return nw(aPackage("p", "1.0.0"));
  }

  private static Fixtures.NodeWrightBuilder enabled(boolean apply) {
    return nw(aPackage("p", "1.0.0").uninstall(true, apply));
  }

  private static Fixtures.NodeWrightBuilder pq() {
    return nw().with(aPackage("q", "1.0.0"));
  }

  private static Fixtures.NodeWrightBuilder chain(String version) {
    return nw(aPackage("p", version)).with(aPackage("q", "1.0.0").dependsOn("p", version));
  }

  private static TestFleet fleet(Fixtures.PackageBuilder spec) {
    return new TestFleet().nodes("n1").nodeWright(nw(spec));
  }

  private static TestFleet one() {
    return fleet(aPackage("p", "1.0.0"));
  }

  private static String image(TestFleet fleet) {
    return fleet.entries("n1", "nw").values().stream().findFirst().orElseThrow().image();
  }

  private static List<PackageRef> put(TestFleet fleet) {
    return fleet.taken().stream()
        .filter(Action.PatchNode.class::isInstance)
        .flatMap(action -> ((Action.PatchNode) action).edits().stream())
        .filter(NodeEdit.PutRecords.class::isInstance)
        .flatMap(edit -> ((NodeEdit.PutRecords) edit).put().keySet().stream())
        .toList();
  }

  private static int count(TestFleet fleet, Class<? extends Action> kind) {
    return (int) fleet.taken().stream().filter(kind::isInstance).count();
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
