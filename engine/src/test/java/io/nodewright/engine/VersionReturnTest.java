package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.status.Status;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The spec returns to a version that a node still remembers: contract 02 §4.5.
class VersionReturnTest {

  private static final String ONE = "p|1.0.0";
  private static final String TWO = "p|2.0.0";

  @ParameterizedTest(name = "{0}")
  @MethodSource("returning")
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> returning() {
    return Row.table(
        row(
            "L19 beside a complete lower version it is an upgrade",
            () -> {
              TestFleet fleet = done("2.0.0").edit("nw", nw("1.0.0")).runToTheEnd();
              fleet.edit("nw", nw("2.0.0")).settle();
              assertEquals("upgrade", fleet.running("n1", "p"));
              fleet.runToTheEnd();
              assertEquals("none", fleet.at("n1", "nw", ONE));
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
            }),
        row(
            "L40 beside a complete higher version nothing runs",
            () -> {
              TestFleet fleet = done("2.0.0").edit("nw", nw("1.0.0")).runToTheEnd();
              fleet.entry("n1", "nw", TWO, Stage.CONFIG, StageState.COMPLETE).settle();
              assertEquals("none", fleet.running("n1", "p"));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L17 a higher version that was begun and given up makes it start over, once",
            () -> {
              TestFleet fleet = done("1.0.0").edit("nw", nw("2.0.0")).settle();
              fleet.edit("nw", nw("1.0.0")).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", ONE));
              assertEquals("upgrade/in_progress", fleet.at("n1", "nw", TWO));
              fleet.runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", ONE));
              assertEquals("upgrade/in_progress", fleet.at("n1", "nw", TWO));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L14 back and forth again, it starts over again, and an upgrade ends it",
            () -> {
              TestFleet fleet = done("1.0.0").edit("nw", nw("2.0.0")).settle();
              fleet.edit("nw", nw("1.0.0")).runToTheEnd();
              fleet.edit("nw", nw("2.0.0")).settle();
              assertEquals("upgrade", fleet.running("n1", "p"));
              fleet.edit("nw", nw("1.0.0")).settle();
              assertEquals("apply", fleet.running("n1", "p"));
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              fleet.edit("nw", nw("2.0.0")).runToTheEnd();
              assertEquals("none", fleet.at("n1", "nw", ONE));
              assertEquals(0, sequence(fleet, TWO));
            }),
        row(
            "L18 a lower version beside one that was given up is installed once",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(nw("2.0.0")).settle();
              fleet.edit("nw", nw("1.0.0")).runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", ONE));
              assertEquals("apply/in_progress", fleet.at("n1", "nw", TWO));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L21 an equal version spelled otherwise that was given up makes it start over, once",
            () -> {
              TestFleet fleet = done("1.0").edit("nw", nw("1.0.0")).settle();
              fleet.edit("nw", nw("1.0")).settle();
              assertEquals("apply", fleet.running("n1", "p"));
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L19 a lower version that was given up is a base for the upgrade",
            () -> {
              TestFleet fleet = done("2.0.0").edit("nw", nw("1.0.0")).settle();
              fleet.edit("nw", nw("2.0.0")).settle();
              assertEquals("upgrade/in_progress", fleet.at("n1", "nw", TWO));
              fleet.runToTheEnd();
              assertEquals("none", fleet.at("n1", "nw", ONE));
            }),
        row(
            "LR4 records of an older operator, without numbers, make it start over, once",
            () -> {
              TestFleet fleet = done("1.0.0");
              fleet.entry("n1", "nw", TWO, Stage.CONFIG, StageState.IN_PROGRESS).settle();
              assertEquals("apply", fleet.running("n1", "p"));
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals("config/in_progress", fleet.at("n1", "nw", TWO));
            }),
        row(
            "L18 a version that did not complete resumes at its stage with a fresh Job",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(nw("2.0.0")).settle();
              fleet.complete("n1", "p").settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", TWO));
              String before = fleet.job("n1", "p").orElseThrow().uid();
              fleet.edit("nw", nw("1.0.0")).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", ONE));
              fleet.edit("nw", nw("2.0.0")).settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", TWO));
              assertEquals("config", fleet.running("n1", "p"));
              assertFalse(before.equals(fleet.job("n1", "p").orElseThrow().uid()));
              fleet.runToTheEnd();
              assertEquals("none", fleet.at("n1", "nw", ONE), "the upgrade clears it");
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L66 one that was timed out is tried again when another version ran since",
            () -> {
              TestFleet fleet = done("1.0.0").edit("nw", nw("2.0.0")).settle();
              fleet.failAttempt("n1", "p").settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
              fleet.edit("nw", nw("1.0.0")).runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              fleet.edit("nw", nw("2.0.0")).settle();
              assertEquals("upgrade", fleet.running("n1", "p"));
            }),
        row(
            "LG2 a dependent waits for a version that starts over",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(pair("1.0.0")).runToTheEnd();
              fleet.edit("nw", pair("2.0.0")).settle().edit("nw", pair("1.0.0")).pass("nw");
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }));
  }

  private static Fixtures.NodeWrightBuilder nw(String version) {
    return aNodeWright("nw").with(aPackage("p", version));
  }

  private static Fixtures.NodeWrightBuilder pair(String version) {
    return nw(version).with(aPackage("q", "1.0.0").dependsOn("p", version));
  }

  private static TestFleet done(String version) {
    return new TestFleet().nodes("n1").nodeWright(nw(version)).runToTheEnd();
  }

  private static int sequence(TestFleet fleet, String key) {
    return fleet.entries("n1", "nw").values().stream()
        .filter(record -> record.ref().key().equals(key))
        .mapToInt(record -> record.sequence())
        .findFirst()
        .orElse(-1);
  }
}
