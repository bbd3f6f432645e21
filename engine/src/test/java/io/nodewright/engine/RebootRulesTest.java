package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.status.Status;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A node comes back with another boot ID: contract 02 §4.17.
class RebootRulesTest {

  private static final String P = "p|1.0.0";

  @ParameterizedTest(name = "{0}")
  @MethodSource("rebooting")
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> rebooting() {
    return Row.table(
        row(
            "L89 without REAPPLY_ON_REBOOT only the boot ID is recorded",
            () -> {
              TestFleet fleet = fleet(false).runToTheEnd().reboot("n1").settle();
              assertEquals(
                  fleet.view("n1").bootId(), fleet.published("nw").nodeBootIds().get("n1"));
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals(0, fleet.nodesAtWork().size());
            }),
        row(
            "L89 a node that is seen for the first time is recorded, and nothing else",
            () -> {
              TestFleet fleet = fleet(true).settle();
              assertEquals("boot-n1", fleet.published("nw").nodeBootIds().get("n1"));
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "L90 Jobs, then the record, then the boot ID, then apply; each is seen before the next",
            () -> {
              TestFleet fleet = fleet(true).runToTheEnd().reboot("n1");
              fleet.pass("nw");
              assertTrue(fleet.jobNames().isEmpty());
              assertEquals(NodeRecord.NONE, fleet.view("n1").record("nw"));
              assertEquals("boot-n1", fleet.published("nw").nodeBootIds().get("n1"));
              assertEquals(2, events(fleet));
              assertEquals("REBOOTED", fleet.verdict("n1", ""));
              fleet.pass("nw");
              assertEquals(
                  fleet.view("n1").bootId(), fleet.published("nw").nodeBootIds().get("n1"));
              assertEquals(NodeRecord.NONE, fleet.view("n1").record("nw"));
              assertEquals(0, events(fleet));
              fleet.settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
            }),
        row(
            "L90 a complete Job that is not recorded yet goes with the others",
            () -> {
              TestFleet fleet = fleet(true).settle().complete("n1", "p").reboot("n1");
              fleet.pass("nw");
              assertTrue(fleet.jobNames().isEmpty());
              fleet.settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "L90 stopped after any write it ends the same",
            () ->
                IntStream.range(0, 16)
                    .forEach(
                        writes -> {
                          TestFleet fleet = fleet(true).runToTheEnd().reboot("n1");
                          fleet.killAfter(writes).runToTheEnd();
                          assertEquals("config/complete", fleet.at("n1", "nw", P));
                          assertEquals(
                              fleet.view("n1").bootId(),
                              fleet.published("nw").nodeBootIds().get("n1"));
                        })),
        row(
            "L90 other nodes are not touched, and a member stays one",
            () -> {
              TestFleet fleet = fleet(true).nodes("n2").settle();
              String before = fleet.job("n2", "p").orElseThrow().uid();
              fleet.reboot("n1").settle();
              assertEquals(before, fleet.job("n2", "p").orElseThrow().uid());
              assertTrue(fleet.published("nw").nodePriority().containsKey("n1"));
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "L90 a reset waits for the end of an uninstall that has begun",
            () -> {
              TestFleet fleet = fleet(true).edit("nw", uninstallable(false)).runToTheEnd();
              fleet.edit("nw", uninstallable(true)).settle().reboot("n1").settle();
              assertEquals("uninstall/in_progress", fleet.at("n1", "nw", P));
              assertEquals("boot-n1", fleet.published("nw").nodeBootIds().get("n1"));
              fleet.runToTheEnd();
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals(
                  fleet.view("n1").bootId(), fleet.published("nw").nodeBootIds().get("n1"));
            }),
        row(
            "L90 a deletion applies nothing again: what is to be uninstalled keeps its record",
            () -> {
              TestFleet fleet = fleet(true).edit("nw", uninstallable(false)).runToTheEnd();
              fleet.delete("nw").reboot("n1").settle();
              assertEquals("uninstall/in_progress", fleet.at("n1", "nw", P));
              assertEquals("uninstall", fleet.running("n1", "p"));
            }),
        row(
            "L102 a record that cannot be read is reset when it is repaired",
            () -> {
              TestFleet fleet = fleet(true).runToTheEnd();
              NodeState good = fleet.view("n1").record("nw").state();
              fleet.record("n1", "nw", new NodeState.Unreadable("not JSON")).reboot("n1").settle();
              assertEquals("boot-n1", fleet.published("nw").nodeBootIds().get("n1"));
              assertFalse(fleet.jobNames().isEmpty());
              fleet.record("n1", "nw", good).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "L84 a paused NodeWright's node is reset too, and starts after the resume",
            () -> {
              TestFleet fleet = fleet(true).runToTheEnd().edit("nw", nw().paused()).settle();
              fleet.reboot("n1").settle();
              assertEquals("none", fleet.at("n1", "nw", P));
              fleet.edit("nw", nw()).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }));
  }

  private static Fixtures.NodeWrightBuilder nw() {
    return aNodeWright("nw").with(aPackage("p", "1.0.0"));
  }

  private static Fixtures.NodeWrightBuilder uninstallable(boolean apply) {
    return aNodeWright("nw").with(aPackage("p", "1.0.0").uninstall(true, apply));
  }

  private static TestFleet fleet(boolean reapply) {
    EngineSettings s = Fixtures.settings();
    return new TestFleet()
        .settings(
            new EngineSettings(
                s.agentImage(),
                s.operatorVersion(),
                s.runtimeRequiredTaint(),
                s.legacyEnabled(),
                reapply,
                s.stageTimeout(),
                s.backoffLimit(),
                s.ttlSucceeded(),
                s.ttlFailed(),
                s.idleInterval()))
        .nodes("n1")
        .nodeWright(nw());
  }

  private static int events(TestFleet fleet) {
    return (int)
        fleet.taken().stream()
            .filter(
                action ->
                    action instanceof Action.RecordEvent(Action.Event event)
                        && event.reason().equals("Reboot"))
            .count();
  }
}
