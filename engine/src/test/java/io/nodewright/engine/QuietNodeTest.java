package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static io.nodewright.engine.drain.PodBuilder.aPod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.drain.DrainSettings;
import io.nodewright.engine.drain.PodBuilder;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// How a node becomes quiet before an interrupt, and is given back: contract 04 §19, the rows on
/// cordon, barrier and drain.
class QuietNodeTest {

  private static final String P = "p|1.0.0";
  private static final String BUDGET = "The disruption budget web needs 3 healthy pods";

  @ParameterizedTest(name = "{0}")
  @MethodSource({"cordons", "barriers", "drains", "refusals", "timeouts", "holds", "departures"})
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> cordons() {
    return Row.table(
        row(
            "I1 L5 the node is cordoned with our annotation, and nothing else happens in that pass",
            () -> {
              TestFleet fleet = rebooting("n1").settleUntilCordoned();
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals(List.of(), fleet.pods().calls());
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals(List.of("Node: [nw] cordoned for interrupt"), fleet.events("Cordon"));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }),
        row(
            "I2 L6 the next pass stores the start of the drain and evicts",
            () -> {
              TestFleet fleet = rebooting("n1").settleUntilCordoned();
              fleet.pods().calls();
              fleet.pass("nw");
              assertEquals(List.of("evict web"), fleet.pods().calls());
              assertFalse(fleet.drainStart("n1").isAfter(fleet.now()));
              assertEquals("none", fleet.at("n1", "nw", P));
            }),
        row(
            "L7 LX3 once the pods are gone the stage starts, with its interrupt owed",
            () -> {
              TestFleet fleet = rebooting("n1").settle();
              assertEquals("none", fleet.at("n1", "nw", P));
              fleet.pods().gone("web");
              fleet.settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertTrue(fleet.record("n1", "nw", P).interruptPending());
              assertEquals(NodeRecord.ABSENT, fleet.view("n1").record("nw").drainStartText());
            }),
        row(
            "I3 all nodes of a batch are cordoned in one pass and drained in the next",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2", "n3")
                      .nodeWright(reboot().budget(new Budget.Count(3)));
              fleet.pods().add(aPod("a")).add(aPod("b").on("n2")).add(aPod("c").on("n3"));
              fleet.settleUntilCordoned();
              assertEquals(List.of("n1", "n2", "n3"), fleet.cordoned());
              fleet.pass("nw");
              assertEquals(List.of("evict a", "evict b", "evict c"), fleet.pods().calls());
            }),
        row(
            "I5 L11 under a foreign cordon the drain starts at once and nothing is written",
            () -> {
              TestFleet fleet = rebooting("n1").cordon("n1", true).settle();
              assertEquals("cordoned", fleet.cordon("n1"));
              assertEquals(List.of("evict web"), fleet.pods().calls());
            }),
        row(
            "I6 L11 LX14 and the node stays cordoned at the end",
            () -> {
              TestFleet fleet = rebooting("n1").cordon("n1", true).settle();
              fleet.pods().gone("web");
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals("cordoned", fleet.cordon("n1"));
            }),
        row(
            "I7 uncordoned by others meanwhile, it is cordoned by us and given back at the end",
            () -> {
              TestFleet fleet = rebooting("n1").cordon("n1", true).settle();
              fleet.pods().gone("web");
              fleet.settle().cordon("n1", false).settle();
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              fleet.runToTheEnd();
              assertEquals("schedulable", fleet.cordon("n1"));
            }),
        row(
            "I8 L12 another NodeWright's cordon is joined before the drain",
            () -> {
              TestFleet fleet = rebooting("n1").cordon("n1", true).cordonOf("n1", "nw2", true);
              fleet.settleUntil(() -> fleet.view("n1").record("nw").cordons());
              assertEquals(List.of(), fleet.pods().calls());
              fleet.pass("nw");
              assertEquals(List.of("evict web"), fleet.pods().calls());
            }),
        row(
            "I9 L12 LX14 at the end the other one still holds it",
            () -> {
              TestFleet fleet = rebooting("n1").cordon("n1", true).cordonOf("n1", "nw2", true);
              fleet.pods().gone("web");
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals("cordoned by nw2", fleet.cordon("n1"));
            }),
        row(
            "I10 L10 I11 the last holder makes the node schedulable; other keys hold nothing",
            () -> {
              TestFleet fleet =
                  rebooting("n1").record("n1", "nw2", NodeState.EMPTY).settleUntilCordoned();
              fleet.pods().gone("web");
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals("schedulable", fleet.cordon("n1"));
              assertEquals("post-interrupt/complete", fleet.at("n1", "nw", P));
            }),
        row(
            "I73 a complete node does not wait for the others",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(reboot().budget(new Budget.Count(2)));
              fleet.runToTheEndOf("n1");
              assertEquals("schedulable", fleet.cordon("n1"));
              assertEquals("cordoned by nw", fleet.cordon("n2"));
            }),
        row(
            "I83 the persistent cordon stays when ours goes",
            () -> {
              TestFleet fleet = rebooting("n1").cordon("n1", true).persistentCordon("n1", true);
              fleet.pods().gone("web");
              fleet.runToTheEnd();
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals("cordoned", fleet.cordon("n1"));
            }),
        row(
            "I84 uncordoned by hand, the mark of the persistent cordon goes",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").persistentCordon("n1", true);
              fleet.nodeWright(aNodeWright("nw").with(aPackage("q", "1.0.0"))).runToTheEnd();
              assertFalse(fleet.view("n1").persistentCordon());
              assertEquals("schedulable", fleet.cordon("n1"));
            }),
        row(
            "I8 what is not known of pods is never taken for drained",
            () -> {
              TestFleet fleet = rebooting("n1");
              fleet.pods().gone("web").seen("n1", false);
              fleet.settle();
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals("WAITS_FOR_PODS_TO_BE_SEEN", fleet.verdict("n1", "p"));
              assertEquals(List.of("n1"), List.copyOf(fleet.last().podsWanted()));
              fleet.pods().seen("n1", true);
              assertEquals("apply/in_progress", fleet.settle().at("n1", "nw", P));
            }));
  }

  static Stream<Arguments> barriers() {
    return Row.table(
        row(
            "I13 a package without interrupt runs on while protected pods hold the others",
            () -> {
              TestFleet fleet = guarded("n1").runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", "q|1.0.0"));
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals("WAITS_FOR_PROTECTED_PODS", fleet.verdict("n1", "p"));
            }),
        row(
            "I15 I17 while it is held no clock runs",
            () -> {
              TestFleet fleet = guarded("n1").settle().wait(Duration.ofHours(9)).settle();
              assertEquals(NodeRecord.ABSENT, fleet.view("n1").record("nw").drainStartText());
              assertFalse(fleet.status("n1", "nw") == Status.ERRORING);
              assertEquals(List.of(), fleet.pods().calls());
            }),
        row(
            "I18 the condition says so, and its event once",
            () -> {
              TestFleet fleet = guarded("n1").settleUntilCordoned();
              Condition blocked = fleet.condition("nw", "Blocked").orElseThrow();
              assertEquals("NonInterruptPodsRunning", blocked.reason());
              assertEquals(
                  "1 node blocked by non-interrupt pods (n1). Waiting.", blocked.message());
            }),
        row(
            "I18 IE3 the event on the node names the package and its pods, once for each set",
            () -> {
              TestFleet fleet = guarded("n1").settleUntilCordoned();
              fleet.pass("nw");
              List<String> one =
                  List.of("Node: [nw] package p|1.0.0 held by non-interrupt pods: default/job");
              assertEquals(one, fleet.events("NonInterruptPodsRunning"));
              fleet.pass("nw");
              assertEquals(List.of(), fleet.events("NonInterruptPodsRunning"));
              fleet.pods().add(training("more"));
              fleet.pass("nw");
              assertEquals(
                  List.of(
                      "Node: [nw] package p|1.0.0 held by non-interrupt pods: default/job,"
                          + " default/more"),
                  fleet.events("NonInterruptPodsRunning"));
            }),
        row(
            "I19 twelve held nodes are counted and not named",
            () -> {
              TestFleet fleet = new TestFleet();
              IntStream.range(10, 22)
                  .mapToObj(i -> "n" + i)
                  .forEach(
                      node -> {
                        fleet.nodes(node);
                        fleet.pods().add(training("job-" + node).on(node));
                      });
              fleet.nodeWright(reboot().protecting("kind", "training")).settle();
              assertTrue(
                  fleet
                      .condition("nw", "Blocked")
                      .orElseThrow()
                      .message()
                      .startsWith("12 nodes blocked by non-interrupt pods (list truncated; see"));
            }),
        row(
            "I20 a node outside the batch is listed too, without cordon or event",
            () -> {
              TestFleet fleet = guarded("n1", "n2");
              fleet.pods().add(training("job2").on("n2"));
              fleet.settle();
              assertEquals(
                  "2 nodes blocked by non-interrupt pods (n1, n2). Waiting.",
                  fleet.condition("nw", "Blocked").orElseThrow().message());
              assertEquals("schedulable", fleet.cordon("n2"));
            }),
        row(
            "I22 when the pod is gone the drain starts and the condition goes",
            () -> {
              TestFleet fleet = guarded("n1").settle();
              fleet.pods().gone("job").add(aPod("web"));
              fleet.settle();
              assertEquals(List.of("evict web"), fleet.pods().calls());
              assertEquals(Optional.empty(), fleet.condition("nw", "Blocked"));
            }),
        row(
            "I23 a terminating one holds until its object is gone",
            () -> {
              TestFleet fleet = guarded("n1").settle();
              fleet.pods().add(training("job").terminating());
              fleet.settle();
              assertEquals("none", fleet.at("n1", "nw", P));
              fleet.pods().gone("job");
              assertEquals("apply/in_progress", fleet.settle().at("n1", "nw", P));
            }),
        row(
            "I21 another reason of Blocked goes first",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(
                          reboot()
                              .protecting("kind", "training")
                              .with(aPackage("r", "1.0.0").dependsOn("ghost", "1.0.0")));
              fleet.pods().add(training("job"));
              fleet.settle();
              assertEquals(
                  "DependencyMissing", fleet.condition("nw", "Blocked").orElseThrow().reason());
              fleet.edit("nw", reboot().protecting("kind", "training")).settle();
              assertEquals(
                  "NonInterruptPodsRunning",
                  fleet.condition("nw", "Blocked").orElseThrow().reason());
            }),
        row(
            "I14 an empty selector holds nothing",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(reboot());
              fleet.pods().add(training("job"));
              fleet.settle();
              assertEquals(List.of("evict job"), fleet.pods().calls());
            }),
        row(
            "I15 a protected pod that appears in the middle of a drain stops it, and its clock",
            () -> {
              TestFleet fleet =
                  new TestFleet().nodes("n1").nodeWright(reboot().protecting("kind", "training"));
              fleet.pods().add(aPod("web"));
              fleet.settle();
              fleet.pods().calls();
              fleet.pods().add(training("job")).add(aPod("web2"));
              fleet.settle();
              assertEquals(List.of(), fleet.pods().calls());
              assertEquals(NodeRecord.ABSENT, fleet.view("n1").record("nw").drainStartText());
            }));
  }

  static Stream<Arguments> drains() {
    return Row.table(
        row(
            "I30 a bare pod holds the node: nothing is called, and both annotation and condition say so",
            () -> {
              TestFleet fleet = draining(new DrainSettings(false, true, false, true, NEVER, OWN));
              fleet.pods().add(aPod("bare").bare()).add(aPod("web"));
              fleet.settle();
              assertEquals(List.of(), fleet.pods().calls());
              assertEquals(
                  "pod has no managing controller",
                  fleet.view("n1").record("nw").drainBlocked().getFirst().detail());
              assertEquals(
                  "UnmanagedPod", fleet.condition("nw", "DrainBlocked").orElseThrow().reason());
            }),
        row(
            "I31 so does a pod whose data are to be kept",
            () -> {
              TestFleet fleet = draining(new DrainSettings(false, false, true, true, NEVER, OWN));
              fleet.pods().add(aPod("data").emptyDir());
              fleet.settle();
              assertEquals(
                  "EmptyDirData", fleet.condition("nw", "DrainBlocked").orElseThrow().reason());
            }),
        row(
            "I41 no stage before the object is gone, and no second call",
            () -> {
              TestFleet fleet = rebooting("n1").settle();
              assertEquals(List.of("evict web"), fleet.pods().calls());
              fleet.wait(Duration.ofSeconds(30)).settle();
              assertEquals(List.of(), fleet.pods().calls());
              assertEquals("none", fleet.at("n1", "nw", P));
              assertEquals("DRAINING", fleet.verdict("n1", "p"));
            }),
        row(
            "I42 the grace of the spec goes with the call",
            () -> {
              TestFleet fleet =
                  draining(
                      new DrainSettings(false, true, true, true, NEVER, Duration.ofSeconds(45)));
              fleet.pods().add(aPod("web"));
              fleet.settle();
              assertEquals(List.of("evict web 45s"), fleet.pods().calls());
            }),
        row(
            "I40 with disableEviction pods are deleted past their budget",
            () -> {
              TestFleet fleet = draining(new DrainSettings(true, true, true, true, NEVER, OWN));
              fleet.pods().add(aPod("web")).guardedBy("web", BUDGET);
              fleet.settle();
              assertEquals(List.of("delete web"), fleet.pods().calls());
            }),
        row(
            "I43 IE12 the end of the drain is told with how long it took",
            () -> {
              TestFleet fleet = rebooting("n1").settle().wait(Duration.ofSeconds(90));
              fleet.pods().gone("web");
              fleet.pass("nw");
              assertEquals(List.of("Node: [nw] drained in 1m30s"), fleet.events("Drained"));
            }),
        row(
            "I81 L13 a node that was uncordoned before the interrupt is cordoned and drained first",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(reboot()).settle();
              fleet.complete("n1", "p").settle().complete("n1", "p");
              fleet.pass("nw");
              fleet.cordon("n1", false);
              fleet.pods().add(aPod("late"));
              fleet.settle();
              assertEquals("none", fleet.running("n1", "p"));
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals(List.of("evict late"), fleet.pods().calls());
              fleet.pods().gone("late");
              assertEquals("interrupt", fleet.settle().running("n1", "p"));
            }));
  }

  static Stream<Arguments> refusals() {
    return Row.table(
        row(
            "I33 a budget's refusal is a blocker with its text, and other nodes go on",
            () -> {
              TestFleet fleet = refused();
              assertEquals(
                  "1/2 nodes blocked draining (n1); default/web on n1: " + BUDGET,
                  fleet.condition("nw", "DrainBlocked").orElseThrow().message());
              assertEquals("apply", fleet.running("n2", "p"));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertEquals("DRAIN_BLOCKED", fleet.verdict("n1", "p"));
            }),
        row(
            "I34 for 30 s nothing is called, and the condition stays",
            () -> {
              TestFleet fleet = refused();
              fleet.wait(Duration.ofSeconds(25)).settle();
              assertEquals(List.of(), fleet.pods().calls());
              assertTrue(fleet.condition("nw", "DrainBlocked").isPresent());
            }),
        row(
            "I35 then it is tried once more",
            () -> {
              TestFleet fleet = refused().wait(Duration.ofSeconds(31)).settle();
              assertEquals(List.of("evict web"), fleet.pods().calls());
            }),
        row(
            "I36 a refused pod that its owner deletes is noticed at once",
            () -> {
              TestFleet fleet = refused().wait(Duration.ofSeconds(5));
              fleet.pods().gone("web");
              fleet.settle();
              assertEquals("apply", fleet.running("n1", "p"));
              assertEquals(Optional.empty(), fleet.condition("nw", "DrainBlocked"));
              assertEquals(List.of(), fleet.view("n1").record("nw").drainBlocked());
            }),
        row(
            "I38 after a restart it is tried at once",
            () -> {
              TestFleet fleet = refused().wait(Duration.ofSeconds(10));
              fleet.pods().forgetRefusals();
              fleet.settle();
              assertEquals(List.of("evict web"), fleet.pods().calls());
            }),
        row(
            "I32 two kinds of blockers on two nodes are several causes",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(
                          reboot()
                              .budget(new Budget.Count(2))
                              .draining(new DrainSettings(false, true, false, true, NEVER, OWN)));
              fleet.pods().add(aPod("bare").bare()).add(aPod("web").on("n2"));
              fleet.pods().guardedBy("web", BUDGET);
              fleet.settle();
              Condition blocked = fleet.condition("nw", "DrainBlocked").orElseThrow();
              assertEquals("MultipleCauses", blocked.reason());
              assertTrue(blocked.message().startsWith("2/2 nodes blocked draining (n1, n2); "));
            }));
  }

  static Stream<Arguments> timeouts() {
    return Row.table(
        row(
            "I43 L109 at the timeout the node errs, stays cordoned, nothing starts, and it is told once",
            () -> {
              TestFleet fleet = timingOut();
              fleet.wait(Duration.ofMinutes(1));
              fleet.pass("nw");
              assertEquals(
                  List.of(
                      "Node: [nw] drain timed out after 1m on node n1: 1 pods remaining"
                          + " (default/web)",
                      "NodeWright: [nw] drain timed out after 1m on node n1: 1 pods remaining"
                          + " (default/web)"),
                  fleet.events("DrainTimeout"));
              fleet.settle();
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
              assertEquals(Status.ERRORING, fleet.published("nw").status());
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals(List.of(), fleet.pods().calls());
              fleet.complete("n1", "q").settle();
              assertEquals("apply/complete", fleet.at("n1", "nw", "q|1.0.0"));
              assertEquals("none", fleet.running("n1", "q"));
              assertEquals("DRAIN_TIMED_OUT", fleet.verdict("n1", "p"));
            }),
        row(
            "I45 when the blocker is gone it goes on without a reset",
            () -> {
              TestFleet fleet = timingOut().wait(Duration.ofMinutes(2)).settle();
              fleet.pods().gone("web");
              fleet.settle();
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertEquals("apply", fleet.running("n1", "p"));
              assertEquals(NodeRecord.ABSENT, fleet.view("n1").record("nw").drainStartText());
            }),
        row(
            "I46 L96 a reset keeps the cordon and starts a new clock",
            () -> {
              TestFleet fleet = timingOut().wait(Duration.ofMinutes(2)).settle();
              fleet.reset("n1", "nw");
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              fleet.settle();
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertFalse(fleet.drainStart("n1").isBefore(fleet.now().minusSeconds(2)));
              fleet.pods().gone("web");
              fleet.runToTheEnd();
              assertEquals("schedulable", fleet.cordon("n1"));
            }),
        row(
            "I47 without a timeout a stuck pod is waited for, for hours",
            () -> {
              TestFleet fleet = rebooting("n1").settle().wait(Duration.ofHours(8)).settle();
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }),
        row(
            "I43 the next look is due when the time is over",
            () -> {
              TestFleet fleet = timingOut();
              fleet.pass("nw");
              assertEquals(fleet.drainStart("n1").plusSeconds(60), fleet.last().lookAgainAt());
            }));
  }

  static Stream<Arguments> holds() {
    return Row.table(
        row(
            "I74 a pause stops the calls and the clock; after it the drain starts anew",
            () -> {
              TestFleet fleet = rebooting("n1").settle();
              fleet.pods().calls();
              fleet.edit("nw", reboot().paused()).settle();
              fleet.pods().add(aPod("late"));
              fleet.settle();
              assertEquals(List.of(), fleet.pods().calls());
              assertEquals(NodeRecord.ABSENT, fleet.view("n1").record("nw").drainStartText());
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              fleet.wait(Duration.ofHours(1)).edit("nw", reboot()).settle();
              assertEquals(List.of("evict late"), fleet.pods().calls());
              assertFalse(fleet.drainStart("n1").isBefore(fleet.now().minusSeconds(2)));
            }),
        row(
            "I76 an ignored node is left alone, cordoned as it is",
            () -> {
              TestFleet fleet = rebooting("n1").settle();
              fleet.pods().calls();
              fleet.ignore("n1", true).settle();
              fleet.pods().add(aPod("late"));
              fleet.settle();
              assertEquals(List.of(), fleet.pods().calls());
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              fleet.ignore("n1", false).settle();
              assertEquals(List.of("evict late"), fleet.pods().calls());
            }),
        row(
            "I4 a node whose list still runs is not decided on",
            () -> {
              TestFleet fleet = rebooting("n1").settleUntilCordoned();
              fleet.pods().calls();
              fleet.busy("n1", "nw");
              fleet.pass("nw");
              assertEquals(List.of(), fleet.pods().calls());
            }));
  }

  static Stream<Arguments> departures() {
    return Row.table(
        row(
            "I77 a deletion while the node is held gives it back",
            () -> {
              TestFleet fleet = guarded("n1").runToTheEnd().delete("nw").settle();
              assertFalse(fleet.exists("nw"));
              assertEquals("schedulable", fleet.cordon("n1"));
            }),
        row(
            "I77 unless others hold it",
            () -> {
              TestFleet fleet =
                  guarded("n1").runToTheEnd().cordonOf("n1", "nw2", true).delete("nw").settle();
              assertFalse(fleet.exists("nw"));
              assertEquals("cordoned by nw2", fleet.cordon("n1"));
            }),
        row(
            "I86 L97 a node that leaves the selector is given back once its Job has ended",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(Fixtures.aNode("n1").label("pool", "a"))
                      .nodeWright(reboot().selecting("pool", "a"))
                      .settle();
              assertEquals("apply", fleet.running("n1", "p"));
              fleet.relabel("n1", "pool", "b").settle();
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              fleet.complete("n1", "p").settle();
              assertEquals("schedulable", fleet.cordon("n1"));
              assertEquals("apply/complete", fleet.at("n1", "nw", P));
              assertEquals("none", fleet.running("n1", "p"));
            }),
        row(
            "I86 L98 when it comes back it is cordoned and drained again first",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .node(Fixtures.aNode("n1").label("pool", "a"))
                      .nodeWright(reboot().selecting("pool", "a"))
                      .settle();
              fleet.relabel("n1", "pool", "b").complete("n1", "p").settle();
              fleet.pods().add(aPod("web"));
              fleet.relabel("n1", "pool", "a").settle();
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals(List.of("evict web"), fleet.pods().calls());
              assertEquals("none", fleet.running("n1", "p"));
            }),
        row(
            "I72 a failed post-interrupt keeps the node cordoned",
            () -> {
              TestFleet fleet = new TestFleet().nodes("n1").nodeWright(reboot()).settle();
              fleet.complete("n1", "p").settle().complete("n1", "p").settle();
              fleet.complete("n1", "p").settle();
              assertEquals("post-interrupt", fleet.running("n1", "p"));
              fleet.failAttempt("n1", "p").failJob("n1", "p", "BackoffLimitExceeded").settle();
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
              assertEquals("cordoned by nw", fleet.cordon("n1"));
            }),
        row(
            "I12 cordoned by us and then by a person, the node is schedulable at the end",
            () -> {
              TestFleet fleet = rebooting("n1").settleUntilCordoned().cordon("n1", true);
              fleet.pods().gone("web");
              fleet.runToTheEnd();
              assertEquals("schedulable", fleet.cordon("n1"));
            }),
        row(
            "I15 an unreadable record keeps what is recorded of the drain",
            () -> {
              TestFleet fleet = refused();
              fleet.record("n1", "nw", new NodeState.Unreadable("no JSON")).settle();
              assertFalse(fleet.view("n1").record("nw").drainBlocked().isEmpty());
              assertTrue(fleet.condition("nw", "DrainBlocked").isPresent());
            }),
        row(
            "LM2 I2 a package that is ready for its interrupt waits for the drain all the same",
            () -> {
              TestFleet fleet = rebooting("n1");
              fleet.pendingEntry("n1", "nw", P, Stage.CONFIG, StageState.COMPLETE);
              assertEquals("config/complete", fleet.settle().at("n1", "nw", P));
              assertEquals("DRAINING", fleet.verdict("n1", "p"));
            }));
  }

  private static final Duration NEVER = Duration.ZERO;
  private static final Duration OWN = Duration.ofSeconds(-1);

  private static Fixtures.NodeWrightBuilder reboot() {
    return aNodeWright("nw").with(aPackage("p", "1.0.0").interrupt(Interrupt.Type.REBOOT));
  }

  private static PodBuilder training(String name) {
    return aPod(name).label("kind", "training");
  }

  /// One package that reboots, one evictable pod `web` on the first node.
  private static TestFleet rebooting(String... nodes) {
    TestFleet fleet = new TestFleet().nodes(nodes).nodeWright(reboot());
    fleet.pods().add(aPod("web"));
    return fleet;
  }

  /// A package `p` that reboots, one `q` without interrupt, a protected pod on the first node.
  private static TestFleet guarded(String... nodes) {
    TestFleet fleet =
        new TestFleet()
            .nodes(nodes)
            .nodeWright(
                reboot()
                    .budget(new Budget.Count(1))
                    .protecting("kind", "training")
                    .draining(
                        new DrainSettings(false, true, true, true, Duration.ofMinutes(1), OWN))
                    .with(aPackage("q", "1.0.0")));
    fleet.pods().add(training("job"));
    return fleet;
  }

  private static TestFleet draining(DrainSettings settings) {
    return new TestFleet().nodes("n1").nodeWright(reboot().draining(settings));
  }

  /// Two nodes; the pod on the first is refused by its budget, which was seen.
  private static TestFleet refused() {
    TestFleet fleet =
        new TestFleet().nodes("n1", "n2").nodeWright(reboot().budget(new Budget.Count(2)));
    fleet.pods().add(aPod("web")).guardedBy("web", BUDGET);
    fleet.settle();
    assertEquals(List.of("evict web"), fleet.pods().calls());
    return fleet;
  }

  /// A drain of one minute that is under way, and a package `q` that runs `apply` beside it.
  private static TestFleet timingOut() {
    TestFleet fleet =
        new TestFleet()
            .nodes("n1")
            .nodeWright(
                reboot()
                    .draining(
                        new DrainSettings(false, true, true, true, Duration.ofMinutes(1), OWN))
                    .with(aPackage("q", "1.0.0")));
    fleet.pods().add(aPod("web"));
    fleet.settle();
    fleet.pods().calls();
    return fleet;
  }
}
