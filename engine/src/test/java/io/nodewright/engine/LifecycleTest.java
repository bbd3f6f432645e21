package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.status.Status;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The life of a package on a node: contract 02 §9, rows that need no interrupt and no config gate.
class LifecycleTest {

  private static final String P = "p|1.0.0";
  private static final String P2 = "p|2.0.0";

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "installing",
    "upgrading",
    "removing",
    "uninstalling",
    "deleting",
    "failing",
    "holding",
    "nodesComeAndGo",
    "restarting"
  })
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> installing() {
    return Row.table(
        row(
            "L1 a node that is selected starts with apply",
            () -> {
              TestFleet fleet = one("1.0.0").settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("apply", fleet.running("n1", "p"));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertEquals("v0.21.0", fleet.view("n1").record("nw").versionText());
            }),
        row(
            "L2 apply completes",
            () -> {
              TestFleet fleet = one("1.0.0").settle().complete("n1", "p");
              fleet.pass("nw");
              assertEquals("apply/complete", fleet.at("n1", "nw", P));
            }),
        row(
            "L3 then config starts",
            () -> {
              TestFleet fleet = one("1.0.0").settle().complete("n1", "p").settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertEquals("config", fleet.running("n1", "p"));
            }),
        row(
            "L4 and config completes the node and the NodeWright",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
              assertEquals(1, fleet.published("nw").observedGeneration());
              assertEquals("1/1", fleet.published("nw").completeNodes());
            }),
        row(
            "L4 LS3 the NodeWright is complete once that is stored of its nodes, and says so once",
            () -> {
              TestFleet fleet = one("1.0.0").settle().complete("n1", "p").settle();
              fleet.complete("n1", "p").pass("nw");
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals(Status.IN_PROGRESS, fleet.published("nw").status());
              assertEquals("0/1", fleet.published("nw").completeNodes());
              fleet.pass("nw");
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
              assertEquals(
                  List.of("NodeWright: NodeWright transitioned [in_progress] -> [complete]"),
                  fleet.events("complete"));
            }),
        row(
            "L22 an edit of the image alone runs nothing on a done package",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").env("A", "1"))).settle();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals(List.of(), fleet.nodesAtWork());
            }),
        row(
            "L23 an edited env replaces the running Job",
            () -> {
              TestFleet fleet = one("1.0.0").settle();
              String before = fleet.job("n1", "p").orElseThrow().uid();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").env("A", "1"))).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertFalse(before.equals(fleet.job("n1", "p").orElseThrow().uid()));
            }),
        row(
            "L38 a ConfigMap deleted by hand comes back and no stage runs",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd();
              assertEquals(List.of(P), fleet.configMaps());
              fleet.loseConfigMaps().settle();
              assertEquals(List.of(P), fleet.configMaps());
              assertEquals(List.of(), fleet.nodesAtWork());
            }),
        row(
            "L110 without a node in scope the NodeWright is complete, 0/0",
            () -> {
              TestFleet fleet = new TestFleet().nodeWright(nw(aPackage("p", "1.0.0"))).settle();
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
              assertEquals("0/0", fleet.published("nw").completeNodes());
              assertEquals(
                  "0/0 nodes complete", fleet.condition("nw", "Ready").orElseThrow().message());
            }));
  }

  static Stream<Arguments> upgrading() {
    return Row.table(
        row(
            "L14 a higher version upgrades beside the old record",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd().edit("nw", nw("2.0.0")).settle();
              assertEquals("upgrade/in_progress", fleet.at("n1", "nw", P2));
              assertEquals("config/complete", fleet.at("n1", "nw", P));
            }),
        row(
            "L15 when the upgrade completes the old record goes",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd().edit("nw", nw("2.0.0")).settle();
              fleet.complete("n1", "p").pass("nw");
              assertEquals("upgrade/complete", fleet.at("n1", "nw", P2));
              assertEquals("none", fleet.at("n1", "nw", P));
            }),
        row(
            "L16 then config, and done",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd().edit("nw", nw("2.0.0")).runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", P2));
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
            }),
        row(
            "L17 a running install of the old version is ended",
            () -> {
              TestFleet fleet = one("1.0.0").settle().edit("nw", nw("2.0.0")).settle();
              assertEquals("upgrade/in_progress", fleet.at("n1", "nw", P2));
              assertEquals(1, fleet.jobs().stream().filter(j -> j.unfinished()).count());
            }),
        row(
            "L18 a lower version is a first install, the higher record stays",
            () -> {
              TestFleet fleet = one("2.0.0").runToTheEnd().edit("nw", nw("1.0.0")).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              fleet.runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals("config/complete", fleet.at("n1", "nw", P2));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L19 back to the higher version is an upgrade that clears the lower record",
            () -> {
              TestFleet fleet = one("2.0.0").runToTheEnd();
              fleet.edit("nw", nw("1.0.0")).runToTheEnd().edit("nw", nw("2.0.0")).settle();
              assertEquals("upgrade/in_progress", fleet.at("n1", "nw", P2));
              fleet.complete("n1", "p").settle();
              assertEquals("none", fleet.at("n1", "nw", P));
            }),
        row(
            "L20 a lower version after a finished uninstall is a plain first install",
            () -> {
              TestFleet fleet = one("2.0.0", true, false).runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "2.0.0").uninstall(true, true))).runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, false))).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("none", fleet.at("n1", "nw", P2));
            }),
        row(
            "L21 an equal version spelled otherwise is a first install",
            () -> {
              TestFleet fleet = one("1.0").runToTheEnd().edit("nw", nw("1.0.0")).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("config/complete", fleet.at("n1", "nw", "p|1.0"));
            }));
  }

  static Stream<Arguments> removing() {
    return Row.table(
        row(
            "L39 a package removed from the spec leaves its record",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd().edit("nw", aNodeWright("nw")).settle();
              assertEquals("config/complete", fleet.at("n1", "nw", P));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals("", fleet.published("nw").packageList());
              assertEquals(List.of(), fleet.configMaps());
            }),
        row(
            "L40 added again at the same version it is done at once",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd().edit("nw", aNodeWright("nw")).settle();
              fleet.edit("nw", nw("1.0.0")).settle();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals(List.of(), fleet.nodesAtWork());
            }),
        row(
            "L41 removed while it runs: the Job goes, the record stays",
            () -> {
              TestFleet fleet = one("1.0.0").settle().edit("nw", aNodeWright("nw")).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals(List.of(), fleet.nodesAtWork());
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }));
  }

  static Stream<Arguments> uninstalling() {
    return Row.table(
        row(
            "L42 apply: true starts the uninstall with the whole package",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1");
              fleet.nodeWright(nw(configured().uninstall(true, false))).runToTheEnd();
              fleet.edit("nw", nw(configured().uninstall(true, true))).settle();
              assertEquals("uninstall/in_progress", fleet.at("n1", "nw", P));
              var job = fleet.built("n1", "p", Stage.UNINSTALL).orElseThrow();
              assertEquals(List.of("a"), List.copyOf(job.configKeys()));
              assertEquals(1, job.spec().env().size());
            }),
        row(
            "L43 when it completes the record goes and the node is complete",
            () -> {
              TestFleet fleet = one("1.0.0", true, false).runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, true))).runToTheEnd();
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L47 a stage in flight ends before the uninstall starts",
            () -> {
              TestFleet fleet = one("1.0.0", true, false).settle().complete("n1", "p").settle();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, true))).settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              fleet.complete("n1", "p").settle();
              assertEquals("uninstall/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "L48 L57 a timed-out install may be uninstalled",
            () -> {
              TestFleet fleet = timedOut(one("1.0.0", true, false).settle());
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, true))).settle();
              assertEquals("uninstall/in_progress", fleet.at("n1", "nw", P));
              assertEquals("uninstall", fleet.running("n1", "p"));
            }),
        row(
            "L49 a cancel ends the uninstall Job, then installs anew",
            () -> {
              TestFleet fleet = one("1.0.0", true, false).runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, true))).settle();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, false)));
              fleet.pass("nw");
              assertEquals("uninstall/in_progress", fleet.at("n1", "nw", P), "the Job goes first");
              fleet.settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "L51 with apply: true and nothing recorded it is skipped",
            () -> {
              TestFleet fleet = one("1.0.0", true, true).settle();
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L52 apply: false installs it again",
            () -> {
              TestFleet fleet = one("1.0.0", true, true).settle();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, false))).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "L53 a done dependent stays done while its dependency is uninstalled",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(ab(false)).runToTheEnd();
              fleet.edit("nw", ab(true)).settle();
              assertEquals("uninstall/in_progress", fleet.at("n1", "nw", "a|1.0.0"));
              assertEquals("config/complete", fleet.at("n1", "nw", "b|1.0.0"));
              assertTrue(fleet.condition("nw", "Blocked").isEmpty());
            }),
        row(
            "L54 a dependent that has work left is blocked",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(ab(true)).settle();
              assertEquals("none", fleet.at("n1", "nw", "b|1.0.0"));
              assertEquals(
                  "DependencyUninstalled", fleet.condition("nw", "Blocked").orElseThrow().reason());
              assertEquals(
                  "package b is blocked: dependency a has been uninstalled",
                  fleet.condition("nw", "Blocked").orElseThrow().message());
            }));
  }

  static Stream<Arguments> deleting() {
    return Row.table(
        row(
            "L55 uninstalls run in reverse order of dependency, then the finalizer goes",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(bothEnabled()).runToTheEnd();
              fleet.delete("nw").settle();
              assertEquals("uninstall", fleet.running("n1", "b"));
              assertEquals("none", fleet.running("n1", "a"));
              fleet.complete("n1", "b").settle();
              assertEquals("uninstall", fleet.running("n1", "a"));
              assertTrue(fleet.exists("nw"));
              fleet.complete("n1", "a").settle();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "L56 only enabled packages are uninstalled, the rest stays recorded",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(
                          aNodeWright("nw")
                              .with(aPackage("a", "1.0.0").uninstall(true, false))
                              .with(aPackage("b", "1.0.0")))
                      .runToTheEnd();
              fleet.delete("nw").settle();
              assertEquals("uninstall", fleet.running("n1", "a"));
              fleet.complete("n1", "a").settle();
              assertFalse(fleet.exists("nw"));
              assertEquals("config/complete", fleet.at("n1", "nw", "b|1.0.0"));
              NodeRecord record = fleet.view("n1").record("nw");
              assertEquals(NodeRecord.ABSENT, record.statusText());
              assertEquals(NodeRecord.ABSENT, record.statusLabel());
              assertEquals("v0.21.0", record.versionText());
              assertFalse(fleet.view("n1").conditionsOf("nw").present());
            }),
        row(
            "L58 paused with uninstall work: the deletion waits, and says so",
            () -> {
              TestFleet fleet = one("1.0.0", true, false).runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, false)).paused());
              fleet.delete("nw").settle();
              assertEquals(
                  "PausedWithPendingUninstall",
                  fleet.condition("nw", "DeletionBlocked").orElseThrow().reason());
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, false))).runToTheEnd();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "L59 disabled with uninstall work: likewise",
            () -> {
              TestFleet fleet = one("1.0.0", true, false).runToTheEnd();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").uninstall(true, false)).disabled());
              fleet.delete("nw").settle();
              assertEquals(
                  "DisabledWithPendingUninstall",
                  fleet.condition("nw", "DeletionBlocked").orElseThrow().reason());
            }),
        row(
            "LF8 the finalizer stays while a write of this NodeWright may still land on a node",
            () -> {
              TestFleet fleet = one("1.0.0").busy("n1", "nw").settle().delete("nw");
              fleet.pass("nw");
              fleet.pass("nw");
              assertTrue(fleet.exists("nw"));
              fleet.idle().settle();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "LF8 writes of other NodeWrights do not keep it",
            () -> {
              TestFleet fleet = one("1.0.0").busy("n1", "another").settle().delete("nw").settle();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "L60 paused with nothing to uninstall: the deletion proceeds",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd().edit("nw", nw("1.0.0").paused());
              fleet.delete("nw").settle();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "L61 an unreadable record blocks the deletion until it is repaired",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd();
              fleet.record("n1", "nw", new NodeState.Unreadable("not JSON")).delete("nw").settle();
              assertEquals(
                  "MalformedNodeState",
                  fleet.condition("nw", "DeletionBlocked").orElseThrow().reason());
              fleet.record("n1", "nw", NodeState.EMPTY).settle();
              assertFalse(fleet.exists("nw"));
            }));
  }

  static Stream<Arguments> failing() {
    return Row.table(
        row(
            "L62 a first failed attempt shows on the package, not on the node",
            () -> {
              TestFleet fleet = one("1.0.0").settle().failAttempt("n1", "p").settle();
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
              assertEquals(1, fleet.restarts("n1", "nw", P));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertTrue(fleet.view("n1").conditionsOf("nw").erroring());
            }),
        row(
            "L63 a retry that succeeds never made the node erroring",
            () -> {
              TestFleet fleet = one("1.0.0").settle().failAttempt("n1", "p").settle();
              fleet.complete("n1", "p").pass("nw");
              assertEquals("apply/complete", fleet.at("n1", "nw", P));
              assertEquals(1, fleet.restarts("n1", "nw", P));
            }),
        row(
            "L64 LX12 a spent budget makes the node erroring and keeps the Job",
            () -> {
              TestFleet fleet = timedOut(one("1.0.0").settle());
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
              assertEquals(Status.ERRORING, fleet.published("nw").status());
              assertEquals(1, fleet.jobNames().size());
            }),
        row(
            "L65 then nothing changes by itself",
            () -> {
              TestFleet fleet = timedOut(one("1.0.0").settle());
              assertTrue(fleet.wait(Duration.ofHours(2)).pass("nw").quiet());
            }),
        row(
            "L66 a deleted failed Job starts the stage again",
            () -> {
              TestFleet fleet = timedOut(one("1.0.0").settle());
              fleet.deleteJob(fleet.jobNames().getFirst()).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("apply", fleet.running("n1", "p"));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }),
        row(
            "L67 an edited env clears the failure",
            () -> {
              TestFleet fleet = timedOut(one("1.0.0").settle());
              fleet.edit("nw", nw(aPackage("p", "1.0.0").env("A", "1"))).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "L68 an edited stageTimeout does not",
            () -> {
              TestFleet fleet = timedOut(one("1.0.0").settle());
              fleet
                  .edit("nw", nw(aPackage("p", "1.0.0").stageTimeout(Duration.ofMinutes(5))))
                  .settle();
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
              assertEquals("none", fleet.running("n1", "p"));
            }),
        row(
            "L69 an evicted attempt changes nothing",
            () -> {
              TestFleet fleet = one("1.0.0").settle();
              fleet.attempt("n1", "p", 143, "Error", true, false).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals(0, fleet.restarts("n1", "nw", P));
            }),
        row(
            "L70 attempts that the kubelet refused never make it erroring",
            () -> {
              TestFleet fleet = one("1.0.0").settle();
              for (int i = 0; i < 4; i++) {
                fleet.attempt("n1", "p", -1, "OutOfcpu", false, false).settle();
              }
              String before = fleet.job("n1", "p").orElseThrow().uid();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertFalse(before.equals(fleet.job("n1", "p").orElseThrow().uid()));
            }),
        row(
            "L71 an attempt over its time counts like a failure",
            () -> {
              TestFleet fleet = one("1.0.0").settle();
              fleet.attempt("n1", "p", -1, "DeadlineExceeded", false, false).settle();
              assertEquals("apply/erroring", fleet.at("n1", "nw", P));
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
            }));
  }

  static Stream<Arguments> holding() {
    return Row.table(
        row(
            "L83 serial: one package at a time on a node",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(
                          aNodeWright("nw")
                              .serial()
                              .with(aPackage("a", "1.0.0"))
                              .with(aPackage("b", "1.0.0"))
                              .with(aPackage("c", "1.0.0")))
                      .settle();
              assertEquals("apply", fleet.running("n1", "a"));
              assertEquals("none", fleet.running("n1", "b"));
              assertEquals("WAITS_FOR_SERIAL_TURN", fleet.verdict("n1", "b"));
              fleet.complete("n1", "a").settle();
              assertEquals("config", fleet.running("n1", "a"), "what has begun goes first");
              fleet.complete("n1", "a").settle();
              assertEquals("apply", fleet.running("n1", "b"));
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L84 pause suspends the Job and keeps the record",
            () -> {
              TestFleet fleet = one("1.0.0").settle().edit("nw", nw("1.0.0").paused()).settle();
              assertTrue(fleet.job("n1", "p").orElseThrow().suspended());
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals(Status.PAUSED, fleet.status("n1", "nw"));
            }),
        row(
            "L85 resume un-suspends it",
            () -> {
              TestFleet fleet = one("1.0.0").settle().edit("nw", nw("1.0.0").paused()).settle();
              fleet.edit("nw", nw("1.0.0")).settle();
              assertFalse(fleet.job("n1", "p").orElseThrow().suspended());
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }),
        row(
            "L86 what was edited meanwhile is never resumed",
            () -> {
              TestFleet fleet = one("1.0.0").settle().edit("nw", nw("1.0.0").paused()).settle();
              String before = fleet.job("n1", "p").orElseThrow().uid();
              fleet.edit("nw", nw(aPackage("p", "1.0.0").env("A", "1"))).pass("nw");
              assertTrue(fleet.taken().stream().noneMatch(a -> a instanceof Action.SuspendJob));
              fleet.settle();
              assertFalse(before.equals(fleet.job("n1", "p").orElseThrow().uid()));
            }),
        row(
            "L87 disable lets the Job end, records it, and starts nothing",
            () -> {
              TestFleet fleet = one("1.0.0").settle().edit("nw", nw("1.0.0").disabled()).settle();
              assertFalse(fleet.job("n1", "p").orElseThrow().suspended());
              fleet.complete("n1", "p").settle();
              assertEquals("apply/complete", fleet.at("n1", "nw", P));
              assertEquals("none", fleet.running("n1", "p"));
              assertEquals(Status.DISABLED, fleet.status("n1", "nw"));
            }),
        row(
            "L88 Jobs stay suspended until both annotations are gone",
            () -> {
              TestFleet fleet =
                  one("1.0.0").settle().edit("nw", nw("1.0.0").paused().disabled()).settle();
              fleet.edit("nw", nw("1.0.0").disabled()).settle();
              assertTrue(fleet.job("n1", "p").orElseThrow().suspended());
              fleet.edit("nw", nw("1.0.0")).settle();
              assertFalse(fleet.job("n1", "p").orElseThrow().suspended());
            }),
        row(
            "L101 a node that is ignored in mid-run records its Job and starts nothing",
            () -> {
              TestFleet fleet = one("1.0.0").settle().ignore("n1", true).settle();
              fleet.complete("n1", "p").settle();
              assertEquals("apply/complete", fleet.at("n1", "nw", P));
              assertEquals(Status.BLOCKED, fleet.status("n1", "nw"));
              assertEquals("none", fleet.running("n1", "p"));
              fleet.ignore("n1", false).runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L102 an unreadable record affects its node alone",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1", "n2").nodeWright(nw("1.0.0")).settle();
              fleet.record("n1", "nw", new NodeState.Unreadable("not JSON")).runToTheEndOf("n2");
              assertEquals(Status.UNKNOWN, fleet.status("n1", "nw"));
              assertEquals(Status.COMPLETE, fleet.status("n2", "nw"));
              assertEquals(
                  "nodeState annotation cannot be parsed on 1 node(s): n1",
                  fleet.condition("nw", "NodeStateMalformed").orElseThrow().message());
            }),
        row(
            "L103 repaired, the node goes on",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1", "n2").nodeWright(nw("1.0.0")).settle();
              NodeState good = fleet.view("n1").record("nw").state();
              fleet.record("n1", "nw", new NodeState.Unreadable("not JSON")).settle();
              fleet.record("n1", "nw", good).runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertTrue(fleet.condition("nw", "NodeStateMalformed").isEmpty());
            }));
  }

  static Stream<Arguments> nodesComeAndGo() {
    return Row.table(
        row(
            "L97 a node that leaves the selector ends its Job and keeps its record",
            () -> {
              TestFleet fleet = labelled().settle().relabel("n1", "gpu", "no").settle();
              assertEquals("apply", fleet.running("n1", "p"));
              fleet.complete("n1", "p").settle();
              assertEquals("apply/complete", fleet.at("n1", "nw", P));
              assertEquals("none", fleet.running("n1", "p"));
              assertEquals(NodeRecord.ABSENT, fleet.view("n1").record("nw").statusText());
              assertFalse(fleet.published("nw").nodeStatus().containsKey("n1"));
              assertFalse(fleet.published("nw").nodePriority().containsKey("n1"));
            }),
        row(
            "L98 back in the selector it goes on where it was",
            () -> {
              TestFleet fleet = labelled().settle().relabel("n1", "gpu", "no").settle();
              fleet.complete("n1", "p").settle().relabel("n1", "gpu", "yes").settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "L99 a node that is deleted takes its Jobs along",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1", "n2").nodeWright(nw("1.0.0")).settle();
              fleet.deleteNode("n1").settle();
              assertEquals(List.of("n2"), fleet.nodesAtWork());
              assertEquals(List.of("n2"), List.copyOf(fleet.published("nw").nodeStatus().keySet()));
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n2", "nw"));
            }),
        row(
            "L100 a node re-created under its name starts fresh",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd().deleteNode("n1").nodes("n1").settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals(1, fleet.jobNames().size());
            }),
        row(
            "L93 a rerun without a stage starts over",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd().record("n1", "nw", NodeState.EMPTY);
              fleet.settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals(1, fleet.jobNames().size(), "old Jobs are gone");
            }),
        row(
            "L94 a rerun of config starts config",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd();
              fleet.entry("n1", "nw", P, Stage.CONFIG, StageState.IN_PROGRESS).settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertEquals("config", fleet.running("n1", "p"));
            }));
  }

  static Stream<Arguments> restarting() {
    return Row.table(
        row(
            "L107 stopped between record and marker: the Job is only marked",
            () -> {
              TestFleet fleet = one("1.0.0").runToTheEnd();
              NodeState before = fleet.view("n1").record("nw").state();
              fleet.unmark(fleet.jobNames().getFirst()).settle();
              assertEquals(before, fleet.view("n1").record("nw").state());
              assertTrue(fleet.jobs().stream().allMatch(job -> job.processed()));
            }),
        row(
            "L108 LX1 stopped between record and Job: the Job is created, the record stays",
            () -> {
              TestFleet fleet = one("1.0.0").settle();
              NodeState before = fleet.view("n1").record("nw").state();
              fleet.deleteJob(fleet.jobNames().getFirst()).settle();
              assertEquals(before, fleet.view("n1").record("nw").state());
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "LR4 a leftover counts for nothing",
            () -> {
              TestFleet fleet = one("1.0.0").settle();
              fleet.entry("n1", "nw", "q|9.9.9", Stage.APPLY, StageState.ERRORING).runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertFalse(fleet.view("n1").conditionsOf("nw").erroring());
              assertEquals("apply/erroring", fleet.at("n1", "nw", "q|9.9.9"));
            }));
  }

  // ---- the usual fleets

  static Fixtures.NodeWrightBuilder nw(String version) {
    return nw(aPackage("p", version));
  }

  static Fixtures.NodeWrightBuilder nw(Fixtures.PackageBuilder spec) {
    return aNodeWright("nw").with(spec);
  }

  private static TestFleet one(String version) {
    return new TestFleet().nodes("n1").nodeWright(nw(version));
  }

  private static TestFleet one(String version, boolean enabled, boolean apply) {
    return new TestFleet()
        .nodes("n1")
        .nodeWright(nw(aPackage("p", version).uninstall(enabled, apply)));
  }

  private static Fixtures.PackageBuilder configured() {
    return aPackage("p", "1.0.0").config("a", "1").env("A", "1");
  }

  private static Fixtures.NodeWrightBuilder ab(boolean applyA) {
    return aNodeWright("nw")
        .with(aPackage("a", "1.0.0").uninstall(true, applyA))
        .with(aPackage("b", "1.0.0").dependsOn("a", "1.0.0"));
  }

  private static Fixtures.NodeWrightBuilder bothEnabled() {
    return aNodeWright("nw")
        .with(aPackage("a", "1.0.0").uninstall(true, false))
        .with(aPackage("b", "1.0.0").dependsOn("a", "1.0.0").uninstall(true, false));
  }

  private static TestFleet labelled() {
    return new TestFleet()
        .node(Fixtures.aNode("n1").label("gpu", "yes"))
        .nodeWright(nw("1.0.0").selecting("gpu", "yes"));
  }

  private static TestFleet timedOut(TestFleet fleet) {
    for (int i = 0; i < 4; i++) {
      fleet.failAttempt("n1", "p").settle();
    }
    return fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
  }
}
