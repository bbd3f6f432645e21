package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static io.nodewright.engine.drain.PodBuilder.aPod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.InterruptJob;
import io.nodewright.engine.lifecycle.Attempt.ContainerState;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.status.Status;
import io.nodewright.engine.status.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The interrupt itself, merged, failing, and in an uninstall: contract 04 §19 and 02 §9.
class InterruptFlowTest {

  private static final String A = "a|1.0.0";
  private static final String B = "b|1.0.0";
  private static final ContainerState BACK_OFF =
      new ContainerState.Waiting("CrashLoopBackOff", "back-off");

  @ParameterizedTest(name = "{0}")
  @MethodSource({"flow", "merging", "stragglers", "failing", "repairs", "config", "uninstalling"})
  void rule(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> flow() {
    return Row.table(
        row(
            "L8 after config the interrupt Job runs, and its interrupt stays owed meanwhile",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a"));
              assertEquals("interrupt/in_progress", fleet.at("n1", "nw", A));
              assertTrue(fleet.record("n1", "nw", A).interruptPending());
              InterruptJob job = fleet.interruptJob("n1", "a").orElseThrow();
              assertEquals(Interrupt.Type.REBOOT, job.interrupt().type());
              assertEquals(-1, job.allowance());
            }),
        row(
            "L9 I57 its end clears what is owed",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a")).complete("n1", "a");
              fleet.pass("nw");
              assertEquals("interrupt/complete", fleet.at("n1", "nw", A));
              assertFalse(fleet.record("n1", "nw", A).interruptPending());
              assertEquals(
                  List.of("Node: [nw] reboot complete", "NodeWright: [nw] reboot complete"),
                  fleet.events("InterruptCompleted"));
            }),
        row(
            "L10 then post-interrupt completes the node, and it is given back",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a")).complete("n1", "a").settle();
              assertEquals("post-interrupt", fleet.running("n1", "a"));
              fleet.runToTheEnd();
              assertEquals("post-interrupt/complete", fleet.at("n1", "nw", A));
              assertEquals(Status.COMPLETE, fleet.published("nw").status());
              assertEquals("schedulable", fleet.cordon("n1"));
            }),
        row(
            "L10 the second pass after the end writes nothing",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a"), services("b", "cron")).runToTheEnd();
              assertTrue(fleet.pass("nw").quiet());
            }),
        row(
            "IE13 the start is told once, with the Job's name",
            () -> {
              TestFleet fleet = readyForInterrupt(reboot("a"), services("b", "cron"));
              fleet.settleUntil(() -> !fleet.events("InterruptStarted").isEmpty());
              assertEquals(
                  "Node: [nw] reboot for packages a, b (Job nw-interrupt-reboot-n1)",
                  fleet.events("InterruptStarted").getFirst());
              fleet.pass("nw");
              assertEquals(List.of(), fleet.events("InterruptStarted"));
            }),
        row(
            "L104 I60 a node that is not ready during its reboot keeps its slot",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a"));
              fleet.taint(
                  "n1",
                  new io.nodewright.engine.rollout.Taint(
                      "node.kubernetes.io/not-ready", "", "NoExecute"));
              fleet.settle();
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }),
        row(
            "I67 an edit of the services alone touches no Job",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"));
              String before = fleet.job("n1", "a").orElseThrow().uid();
              fleet.edit("nw", aNodeWright("nw").with(services("a", "ssh"))).settle();
              assertEquals(before, fleet.job("n1", "a").orElseThrow().uid());
            }),
        row(
            "I64 J41 the allowance is fixed with the Job",
            () ->
                assertEquals(
                    3,
                    atInterrupt(services("a", "cron"))
                        .job("n1", "a")
                        .orElseThrow()
                        .restartAllowance())),
        row(
            "I75 a pause suspends the interrupt, and the end of the pause resumes it",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a"));
              fleet.edit("nw", aNodeWright("nw").with(reboot("a")).paused()).settle();
              assertTrue(fleet.job("n1", "a").orElseThrow().suspended());
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              fleet.edit("nw", aNodeWright("nw").with(reboot("a"))).settle();
              assertFalse(fleet.job("n1", "a").orElseThrow().suspended());
            }),
        row(
            "I75 I81 after a pause the node is made quiet again before the interrupt goes on",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a"));
              fleet.edit("nw", aNodeWright("nw").with(reboot("a")).paused()).settle();
              fleet.cordon("n1", false).pods().add(aPod("back"));
              fleet.pods().calls();
              fleet.edit("nw", aNodeWright("nw").with(reboot("a"))).settle();
              assertTrue(fleet.job("n1", "a").orElseThrow().suspended());
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals(List.of("evict back"), fleet.pods().calls());
              assertEquals("DRAINING", fleet.verdict("n1", "a"));
              fleet.pods().gone("back");
              fleet.settle();
              assertFalse(fleet.job("n1", "a").orElseThrow().suspended());
            }),
        row(
            "LX5 nothing begins beside an interrupt that goes on after a pause, and it waits for others",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a"));
              fleet
                  .edit(
                      "nw",
                      aNodeWright("nw").with(reboot("a")).with(aPackage("b", "1.0.0")).paused())
                  .settle(); // with its ConfigMap
              fleet.edit("nw", aNodeWright("nw").with(reboot("a")).with(aPackage("b", "1.0.0")));
              fleet.settle();
              assertFalse(fleet.job("n1", "a").orElseThrow().suspended());
              assertEquals("none", fleet.running("n1", "b"));
              fleet.complete("n1", "a").settle();
              assertEquals("apply", fleet.running("n1", "b"));
            }));
  }

  static Stream<Arguments> merging() {
    return Row.table(
        row(
            "L74 I48 LM6 one Job for both; the other one is skipped in the same write",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), services("b", "containerd"));
              assertEquals("interrupt/in_progress", fleet.at("n1", "nw", A));
              assertEquals("interrupt/skipped", fleet.at("n1", "nw", B));
              assertEquals(
                  List.of("containerd", "cron"),
                  fleet.interruptJob("n1", "a").orElseThrow().interrupt().services());
              assertEquals(1, fleet.jobs().stream().filter(job -> job.unfinished()).count());
            }),
        row(
            "LX6 skipped stands at the interrupt alone, from the first stage to the last",
            () -> {
              TestFleet fleet = fleet(services("a", "cron"), services("b", "containerd"));
              SortedSet<String> seen = new TreeSet<>();
              for (int pass = 0; pass < 40; pass++) {
                fleet.pass("nw");
                seen.addAll(List.of(fleet.at("n1", "nw", A), fleet.at("n1", "nw", B)));
                if (fleet.last().nodes().isEmpty()) {
                  fleet.jobs().stream()
                      .filter(JobFacts::unfinished)
                      .forEach(job -> fleet.complete("n1", job.key().ref().name()));
                }
              }
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
              assertEquals(
                  List.of("interrupt/skipped"),
                  seen.stream().filter(at -> at.endsWith("/skipped")).toList());
            }),
        row(
            "L75 I54 both have it behind them, and each runs its own post-interrupt",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), services("b", "containerd"));
              fleet.complete("n1", "a").settle();
              assertEquals("post-interrupt", fleet.running("n1", "a"));
              assertEquals("post-interrupt", fleet.running("n1", "b"));
            }),
        row(
            "L76 I49 one reboot for a reboot and a service",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), reboot("b"));
              assertEquals("interrupt/skipped", fleet.at("n1", "nw", A));
              assertEquals(
                  new Interrupt.Of(Interrupt.Type.REBOOT, List.of()),
                  fleet.interruptJob("n1", "b").orElseThrow().interrupt());
            }),
        row(
            "I56 what is merged for one node does not change the spec",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), services("b", "containerd"));
              assertEquals(
                  new Interrupt.Of(Interrupt.Type.SERVICE, List.of("cron")),
                  fleet.nodeWright("nw").spec().packages().values().iterator().next().interrupt());
            }),
        row(
            "L79 I52 LM8 a dependent is not part of it and has its own later",
            () -> {
              TestFleet fleet =
                  atInterrupt(reboot("a"), services("c", "cron").dependsOn("a", "1.0.0"));
              assertEquals(
                  List.of("a"),
                  fleet.interruptJob("n1", "a").orElseThrow().covers().stream()
                      .map(ref -> ref.name())
                      .toList());
              fleet.runToTheEnd();
              assertEquals("post-interrupt/complete", fleet.at("n1", "nw", "c|1.0.0"));
            }),
        row(
            "L82 J56 I53 LX5 another NodeWright's Job ends first",
            () -> {
              TestFleet fleet = readyForInterrupt(reboot("a"));
              fleet.foreignJob("n1", "other").settle();
              assertEquals("none", fleet.running("n1", "a"));
              assertEquals("WAITS_FOR_INTERRUPT", fleet.verdict("n1", "a"));
              fleet.deleteForeignJob("other").settle();
              assertEquals("interrupt", fleet.running("n1", "a"));
            }),
        row(
            "I3 before the interrupt is recorded, the pods of the node are listed anew",
            () -> {
              TestFleet fleet = readyForInterrupt(reboot("a"));
              fleet.pods().add(aPod("done").finished());
              fleet.pass("nw");
              Action.ConfirmPods confirm =
                  fleet.taken().stream()
                      .filter(Action.ConfirmPods.class::isInstance)
                      .map(Action.ConfirmPods.class::cast)
                      .findFirst()
                      .orElseThrow();
              assertEquals("n1", confirm.node());
              assertEquals(1, confirm.podsSeen().size());
              assertEquals(
                  List.of(
                      Action.ConfirmPods.class,
                      Action.PatchNode.class,
                      Action.CreateInterruptJob.class),
                  fleet.taken().stream()
                      .map(Object::getClass)
                      .filter(
                          List.of(
                                  Action.ConfirmPods.class,
                                  Action.PatchNode.class,
                                  Action.CreateInterruptJob.class)
                              ::contains)
                      .toList());
            }),
        row(
            "L81 LM9 no stage of another package starts while the interrupt runs",
            () -> {
              TestFleet fleet = readyForInterrupt(reboot("a"), aPackage("d", "1.0.0"));
              fleet.settle();
              assertEquals("apply", fleet.running("n1", "d"));
              fleet.complete("n1", "d").settle();
              assertEquals("interrupt", fleet.running("n1", "a"));
              assertEquals("apply/complete", fleet.at("n1", "nw", "d|1.0.0"));
              assertEquals("WAITS_FOR_INTERRUPT", fleet.verdict("n1", "d"));
              fleet.complete("n1", "a").settle();
              assertEquals("config", fleet.running("n1", "d"));
            }),
        row(
            "I53 the interrupt waits for the running Job of a package without one",
            () -> {
              TestFleet fleet = readyForInterrupt(reboot("a"), aPackage("d", "1.0.0")).settle();
              assertEquals("apply", fleet.running("n1", "d"));
              assertEquals("none", fleet.running("n1", "a"));
            }));
  }

  static Stream<Arguments> stragglers() {
    return Row.table(
        row(
            "L77 I50 a member that is not as far is waited for",
            () -> {
              TestFleet fleet = fleet(reboot("a"), services("b", "cron")).settle();
              fleet.complete("n1", "a").settle().complete("n1", "a").settle();
              assertEquals("config/complete", fleet.at("n1", "nw", A));
              assertEquals("apply/in_progress", fleet.at("n1", "nw", B));
              assertEquals("none", fleet.running("n1", "a"));
              assertEquals("WAITS_FOR_INTERRUPT", fleet.verdict("n1", "a"));
            }),
        row(
            "I50 also while it fails and is retried",
            () -> {
              TestFleet fleet = fleet(reboot("a"), services("b", "cron")).settle();
              fleet.complete("n1", "a").settle().complete("n1", "a");
              fleet.failAttempt("n1", "b").settle();
              assertEquals("none", fleet.running("n1", "a"));
            }),
        row(
            "L78 I51 LM2 one that failed for good is not",
            () -> {
              TestFleet fleet = fleet(reboot("a"), services("b", "cron")).settle();
              fleet.complete("n1", "a").settle().complete("n1", "a").settle();
              fleet.failAttempt("n1", "b").failJob("n1", "b", "BackoffLimitExceeded").settle();
              assertEquals("interrupt", fleet.running("n1", "a"));
              assertEquals("apply/erroring", fleet.at("n1", "nw", B));
            }),
        row(
            "I53 serial: a package that waits for its interrupt leaves its turn to others",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(
                          aNodeWright("nw").serial().with(reboot("a")).with(services("b", "cron")))
                      .settle();
              assertEquals("apply", fleet.running("n1", "a"));
              assertEquals("none", fleet.running("n1", "b"));
              fleet.runToTheEnd();
              assertEquals("post-interrupt/complete", fleet.at("n1", "nw", B));
            }));
  }

  static Stream<Arguments> failing() {
    return Row.table(
        row(
            "L72 I62 J40 JI8 at the fourth failed run the Job is ended, once, and both are told",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "gone.service"));
              fleet.interruptPod("n1", "a", 3, BACK_OFF, "Unit gone.service not found");
              fleet.pass("nw");
              assertEquals(
                  List.of(
                      "Node: [nw] interrupt Job nw-interrupt-service-n1 on node n1 ended after 3"
                          + " restarts (allowance 3); last: Unit gone.service not found",
                      "NodeWright: [nw] interrupt Job nw-interrupt-service-n1 on node n1 ended after 3"
                          + " restarts (allowance 3); last: Unit gone.service not found"),
                  fleet.events("RestartLimitExceeded"));
              fleet.settle();
              assertEquals("interrupt/erroring", fleet.at("n1", "nw", A));
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals("TIMED_OUT", fleet.verdict("n1", "a"));
              assertTrue(fleet.message("n1", "a").contains("Unit gone.service not found"));
            }),
        row(
            "J38 L73 before that it shows on the package alone",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "x"));
              fleet.interruptPod("n1", "a", 2, BACK_OFF, "no").settle();
              assertEquals("interrupt/erroring", fleet.at("n1", "nw", A));
              assertEquals(2, fleet.restarts("n1", "nw", A));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertTrue(fleet.job("n1", "a").isPresent());
            }),
        row(
            "L73 I59 I61 a failing reboot is bounded by its deadline alone",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a"));
              fleet.interruptPod("n1", "a", 40, BACK_OFF, "still up").settle();
              assertEquals("interrupt/erroring", fleet.at("n1", "nw", A));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }),
        row(
            "I60 IE5 its deadline makes the node err",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a").stageTimeout(Duration.ofMinutes(20)));
              assertEquals(
                  Duration.ofMinutes(20), fleet.interruptJob("n1", "a").orElseThrow().deadline());
              fleet.failJob("n1", "a", "DeadlineExceeded");
              fleet.pass("nw");
              assertEquals(
                  "Node: [nw] interrupt Job nw-interrupt-reboot-n1 on node n1 reached its deadline of 20m",
                  fleet.events("DeadlineExceeded").getFirst());
              fleet.settle();
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
              assertEquals("cordoned by nw", fleet.cordon("n1"));
            }),
        row(
            "LW5 a Job that cannot end since its node never comes back counts as failed after two minutes",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a")).failing("n1", "a").settle();
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              fleet.wait(Duration.ofMinutes(2));
              fleet.pass("nw");
              String told =
                  "[nw] interrupt Job nw-interrupt-reboot-n1 for packages a on node n1 counts as"
                      + " failed: its time is over and its Pod does not go, since the node does not"
                      + " answer";
              assertEquals(
                  List.of("Node: " + told, "NodeWright: " + told), fleet.events("NodeNeverBack"));
              fleet.settle();
              assertEquals(List.of(), fleet.events("NodeNeverBack"));
              assertEquals("interrupt/erroring", fleet.at("n1", "nw", A));
              assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
              assertTrue(fleet.message("n1", "a").contains("the node does not answer"));
              assertEquals(
                  "bring the node back, or delete it from the cluster when it is gone for good",
                  fleet.verdictOf("n1", "a").orElseThrow().release());
            }),
        row(
            "I66 JI11 deleted by hand the failed Job comes back with a full budget",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "x"));
              fleet.interruptPod("n1", "a", 3, BACK_OFF, "no").settle();
              fleet.deleteJob("nw-interrupt-service-n1").settle();
              assertEquals("interrupt", fleet.running("n1", "a"));
              assertEquals("interrupt/in_progress", fleet.at("n1", "nw", A));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }),
        row(
            "LM12 while the host failed for good the others stay skipped, and its retry satisfies them",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "x"), services("b", "y"));
              fleet.interruptPod("n1", "a", 3, BACK_OFF, "no").settle();
              assertEquals("interrupt/skipped", fleet.at("n1", "nw", B));
              assertEquals(List.of(), fleet.nodesAtWork());
              fleet.deleteJob("nw-interrupt-service-n1").settle();
              assertEquals("interrupt/skipped", fleet.at("n1", "nw", B));
              fleet.runToTheEnd();
              assertEquals("post-interrupt/complete", fleet.at("n1", "nw", B));
            }),
        row(
            "LM12 LF5 in a deletion, too, and what goes on from there is said",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "x"), going("b"));
              fleet.interruptPod("n1", "a", 3, BACK_OFF, "Unit x not found").settle();
              fleet.delete("nw").settle();
              assertEquals("interrupt/skipped", fleet.at("n1", "nw", B));
              Verdict verdict = fleet.verdictOf("n1", "b").orElseThrow();
              assertEquals(
                  "shares the interrupt of a:1.0.0, Job nw-interrupt-service-n1, which failed for"
                      + " good; last: Unit x not found",
                  verdict.message());
              assertEquals(
                  "fix the cause, then delete Job nw-interrupt-service-n1", verdict.release());
              fleet.deleteJob("nw-interrupt-service-n1").runToTheEnd();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "I65 JI10 on a node whose record cannot be read nothing is judged",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "x"));
              NodeState before = fleet.view("n1").record("nw").state();
              fleet.interruptPod("n1", "a", 9, BACK_OFF, "no");
              fleet.record("n1", "nw", new NodeState.Unreadable("no JSON")).settle();
              assertTrue(fleet.job("n1", "a").isPresent());
              fleet.record("n1", "nw", before).settle();
              assertEquals("interrupt/erroring", fleet.at("n1", "nw", A));
              assertFalse(fleet.job("n1", "a").isPresent());
            }),
        row(
            "I68 a version bumped meanwhile ends the Job and starts the upgrade under the same cordon",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "x"));
              fleet.interruptPod("n1", "a", 1, BACK_OFF, "no").settle();
              fleet
                  .edit("nw", aNodeWright("nw").with(aPackage("a", "2.0.0").restarting("x")))
                  .settle();
              assertEquals("upgrade", fleet.running("n1", "a"));
              assertEquals("cordoned by nw", fleet.cordon("n1"));
            }));
  }

  static Stream<Arguments> repairs() {
    return Row.table(
        row(
            "L80 LM11 the host leaves the spec: its Job goes and another hosts",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), services("b", "containerd"));
              fleet.edit("nw", aNodeWright("nw").with(services("b", "containerd"))).settle();
              assertEquals("interrupt/in_progress", fleet.at("n1", "nw", B));
              assertEquals("interrupt", fleet.running("n1", "b"));
              assertEquals(
                  List.of("containerd"),
                  fleet.interruptJob("n1", "b").orElseThrow().interrupt().services());
            }),
        row(
            "I55 LW4 killed between the record and the mark, the Job is only marked",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), services("b", "containerd"));
              fleet.complete("n1", "a");
              fleet.pass("nw");
              fleet.unmark("nw-interrupt-service-n1");
              fleet.pass("nw");
              assertTrue(
                  fleet.taken().stream().anyMatch(Action.MarkJobProcessed.class::isInstance));
              assertFalse(fleet.at("n1", "nw", A).startsWith("interrupt/in_progress"));
            }),
        row(
            "LM10 a sibling that was left skipped is promoted by the Job that covered it",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), services("b", "containerd"));
              fleet.complete("n1", "a");
              fleet.pass("nw");
              fleet.pendingEntry("n1", "nw", B, Stage.INTERRUPT, StageState.SKIPPED);
              fleet.pass("nw");
              assertEquals("interrupt/complete", fleet.at("n1", "nw", B));
            }),
        row(
            "LM10 and without any Job the skipped ones choose a host among themselves",
            () -> {
              TestFleet fleet = fleet(services("a", "cron"), services("b", "x"));
              fleet
                  .pendingEntry("n1", "nw", A, Stage.INTERRUPT, StageState.SKIPPED)
                  .pendingEntry("n1", "nw", B, Stage.INTERRUPT, StageState.SKIPPED)
                  .settle();
              assertEquals("interrupt", fleet.running("n1", "a"));
              assertEquals("interrupt/skipped", fleet.at("n1", "nw", B));
            }),
        row(
            "L94 a rerun of the interrupt drains the node and runs it",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a")).runToTheEnd();
              fleet.pods().add(aPod("web"));
              fleet.pendingEntry("n1", "nw", A, Stage.INTERRUPT, StageState.IN_PROGRESS).settle();
              assertEquals(List.of("evict web"), fleet.pods().calls());
              fleet.pods().gone("web");
              assertEquals("interrupt", fleet.settle().running("n1", "a"));
            }),
        row(
            "LM10 an interrupt that left the spec is over when no Job stands for it",
            () -> {
              TestFleet fleet = atInterrupt(reboot("a"));
              fleet.edit("nw", aNodeWright("nw").with(aPackage("a", "1.0.0")));
              fleet.deleteJob("nw-interrupt-reboot-n1").settle();
              assertEquals("post-interrupt", fleet.running("n1", "a"));
            }),
        row(
            "I88 L91 a node that is reset after its own reboot keeps its cordon and gives it back",
            () -> {
              TestFleet fleet = new TestFleet().settings(reapplying()).nodes("n1");
              fleet.nodeWright(aNodeWright("nw").with(reboot("a"))).settle();
              fleet.complete("n1", "a").settle().complete("n1", "a").settle();
              assertEquals("interrupt", fleet.running("n1", "a"));
              fleet.reboot("n1");
              fleet.pass("nw");
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals("none", fleet.at("n1", "nw", A));
              fleet.runToTheEnd();
              assertEquals("post-interrupt/complete", fleet.at("n1", "nw", A));
              assertEquals("schedulable", fleet.cordon("n1"));
            }),
        row(
            "I87 a cordon of a NodeWright that is not there is found, and left alone",
            () -> {
              TestFleet fleet = fleet(aPackage("a", "1.0.0")).cordonOf("n1", "ghost", true);
              fleet.runToTheEnd();
              assertEquals("schedulable by ghost", fleet.cordon("n1"));
              assertEquals(
                  List.of("ghost"),
                  OrphanedCordon.of(fleet.snapshot()).stream()
                      .map(OrphanedCordon::nodeWright)
                      .toList());
            }),
        row(
            "LX5 an interrupt waits for a Pod of another package whose Job was taken away",
            () -> {
              TestFleet fleet = readyForInterrupt(reboot("a"), aPackage("d", "1.0.0")).settle();
              fleet.loseJob("n1", "d").settle();
              assertEquals("none", fleet.running("n1", "a"));
              assertEquals("WAITS_FOR_INTERRUPT", fleet.verdict("n1", "a"));
              fleet.deletionsEnd().settle();
              assertEquals("interrupt", fleet.running("n1", "a"));
            }),
        row(
            "LX4 an interrupt whose Job was taken away runs again when its Pod has gone",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), services("b", "x"));
              fleet.loseJob("n1", "a").settle();
              assertEquals("interrupt/in_progress", fleet.at("n1", "nw", A));
              assertEquals("WAITS_FOR_JOB_TO_GO", fleet.verdict("n1", "a"));
              fleet.deletionsEnd().settle();
              assertEquals(2, fleet.interruptJob("n1", "a").orElseThrow().covers().size());
            }),
        row(
            "L108 killed between the record and the Job, the Job is created with all members",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), services("b", "x"));
              fleet.deleteJob("nw-interrupt-service-n1").settle();
              assertEquals(2, fleet.interruptJob("n1", "a").orElseThrow().covers().size());
              assertEquals("interrupt/skipped", fleet.at("n1", "nw", B));
            }));
  }

  static Stream<Arguments> config() {
    return Row.table(
        row(
            "I69 L26 a changed key with a service: cordon, drain, config, restart, post-interrupt",
            () -> {
              TestFleet fleet = configured("1").runToTheEnd();
              fleet.pods().add(aPod("web"));
              fleet.edit("nw", configuredNw("2")).settle();
              assertEquals(List.of("evict web"), fleet.pods().calls());
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals("none", fleet.running("n1", "a"));
              fleet.pods().gone("web");
              fleet.settle();
              assertEquals("config", fleet.running("n1", "a"));
              fleet.complete("n1", "a").settle();
              assertEquals(
                  List.of("x"), fleet.interruptJob("n1", "a").orElseThrow().interrupt().services());
              fleet.runToTheEnd();
              assertEquals("post-interrupt/complete", fleet.at("n1", "nw", A));
              assertEquals("schedulable", fleet.cordon("n1"));
            }),
        row(
            "I70 L27 a key that matches nothing: config only, no cordon, no drain",
            () -> {
              TestFleet fleet = configured("1").runToTheEnd();
              fleet.pods().add(aPod("web"));
              fleet
                  .edit(
                      "nw",
                      aNodeWright("nw")
                          .with(
                              aPackage("a", "1.0.0")
                                  .config("k.conf", "1")
                                  .config("other", "1")
                                  .onChange("*.conf", Interrupt.Type.SERVICE, "x")))
                  .settle();
              assertEquals("config", fleet.running("n1", "a"));
              assertEquals("schedulable", fleet.cordon("n1"));
              assertEquals(List.of(), fleet.pods().calls());
              fleet.runToTheEnd();
              assertEquals("config/complete", fleet.at("n1", "nw", A));
            }),
        row(
            "L32 a change while one fails at config and another is at its interrupt resets both",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1", "n2")
                      .nodeWright(
                          aNodeWright("nw")
                              .budget(new Budget.Count(2))
                              .with(reboot("a").config("k", "1")))
                      .settle();
              fleet.complete("n1", "a").complete("n2", "a").settle();
              fleet.failAttempt("n1", "a").complete("n2", "a").settle();
              assertEquals("interrupt", fleet.running("n2", "a"));
              fleet
                  .edit(
                      "nw",
                      aNodeWright("nw")
                          .budget(new Budget.Count(2))
                          .with(reboot("a").config("k", "2")))
                  .settle();
              assertEquals("config", fleet.running("n1", "a"));
              assertEquals("config", fleet.running("n2", "a"));
            }),
        row(
            "L28 I71 an own interrupt that is pending wins over the key's",
            () -> {
              Fixtures.PackageBuilder before =
                  reboot("a").config("k", "1").onChange("k", Interrupt.Type.SERVICE, "x");
              TestFleet fleet = fleet(before).settle();
              fleet.complete("n1", "a").settle().failAttempt("n1", "a").settle();
              fleet
                  .edit(
                      "nw",
                      aNodeWright("nw")
                          .with(
                              reboot("a")
                                  .config("k", "2")
                                  .onChange("k", Interrupt.Type.SERVICE, "x")))
                  .settle();
              assertEquals("config", fleet.running("n1", "a"));
              fleet.complete("n1", "a").settle();
              assertEquals(
                  Interrupt.Type.REBOOT,
                  fleet.interruptJob("n1", "a").orElseThrow().interrupt().type());
            }));
  }

  static Stream<Arguments> uninstalling() {
    return Row.table(
        row(
            "L44 I78 the record enters the uninstall at once, its Job waits for a quiet node",
            () -> {
              TestFleet fleet = removable(false).runToTheEnd();
              fleet.pods().add(aPod("web"));
              fleet.edit("nw", removing(true)).settle();
              assertEquals("uninstall/in_progress", fleet.at("n1", "nw", A));
              assertEquals("none", fleet.running("n1", "a"));
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              assertEquals(List.of("evict web"), fleet.pods().calls());
              fleet.pods().gone("web");
              assertEquals("uninstall", fleet.settle().running("n1", "a"));
            }),
        row(
            "L45 after it comes the interrupt",
            () -> {
              TestFleet fleet = uninstalled();
              assertEquals("uninstall-interrupt/in_progress", fleet.at("n1", "nw", A));
              assertEquals("uninstall-interrupt", fleet.running("n1", "a"));
              assertTrue(fleet.condition("nw", "UninstallInProgress").isPresent());
            }),
        row(
            "L46 I78 then the record goes and the node is given back",
            () -> {
              TestFleet fleet = uninstalled().complete("n1", "a");
              fleet.pass("nw");
              assertEquals("uninstall-interrupt/complete", fleet.at("n1", "nw", A));
              fleet.settle();
              assertEquals("none", fleet.at("n1", "nw", A));
              assertEquals("schedulable", fleet.cordon("n1"));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "L50 I79 LX8 it cannot be cancelled: it runs to its end, then the package is installed again",
            () -> {
              TestFleet fleet = uninstalled();
              fleet.edit("nw", removing(false)).settle();
              assertEquals("uninstall-interrupt", fleet.running("n1", "a"));
              assertTrue(fleet.condition("nw", "UninstallInProgress").isPresent());
              fleet.complete("n1", "a").settle();
              assertEquals("apply", fleet.running("n1", "a"));
            }),
        row(
            "I80 its interrupt leaves the spec before the Job exists: the record goes",
            () -> {
              TestFleet fleet = removable(true);
              fleet.entry("n1", "nw", A, Stage.UNINSTALL_INTERRUPT, StageState.IN_PROGRESS);
              fleet.edit(
                  "nw", aNodeWright("nw").with(aPackage("a", "1.0.0").uninstall(true, true)));
              fleet.settle();
              assertEquals("none", fleet.at("n1", "nw", A));
              assertEquals(Status.COMPLETE, fleet.status("n1", "nw"));
            }),
        row(
            "LM13 packages being uninstalled share one interrupt, and none is skipped",
            () -> {
              TestFleet fleet =
                  fleet(
                          services("a", "x").uninstall(true, false),
                          services("b", "y").uninstall(true, false))
                      .runToTheEnd();
              fleet
                  .edit(
                      "nw",
                      aNodeWright("nw")
                          .with(services("a", "x").uninstall(true, true))
                          .with(services("b", "y").uninstall(true, true)))
                  .settle();
              fleet.complete("n1", "a").settle();
              assertEquals("none", fleet.running("n1", "a"));
              fleet.complete("n1", "b").settle();
              assertEquals("uninstall-interrupt/in_progress", fleet.at("n1", "nw", B));
              assertEquals(
                  List.of("x", "y"),
                  fleet.interruptJob("n1", "a").orElseThrow().interrupt().services());
              fleet.complete("n1", "a").settle();
              assertEquals("none", fleet.at("n1", "nw", B));
            }),
        row(
            "LF5 LM10 an interrupt whose Job is lost in a deletion runs again for a package that goes",
            () -> {
              TestFleet fleet = atInterrupt(services("a", "cron"), going("b"));
              assertEquals("interrupt/skipped", fleet.at("n1", "nw", B));
              fleet.deleteJob("nw-interrupt-service-n1").delete("nw").settle();
              assertEquals("interrupt", fleet.running("n1", "b"));
              fleet.complete("n1", "b").settle();
              assertEquals("uninstall", fleet.running("n1", "b"));
              fleet.runToTheEnd();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "LF5 LM10 so does one that failed, once its Job is gone; a package that stays gets none",
            () -> {
              TestFleet fleet = atInterrupt(going("b"), services("c", "x"));
              fleet
                  .pendingEntry("n1", "nw", B, Stage.INTERRUPT, StageState.ERRORING)
                  .deleteJob("nw-interrupt-service-n1")
                  .delete("nw")
                  .settle();
              assertEquals("interrupt", fleet.running("n1", "b"));
              assertEquals(1, fleet.interruptJob("n1", "b").orElseThrow().covers().size());
              fleet.runToTheEnd();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "LF5 LD9 a stage whose Job is lost in a deletion gets its quiet node",
            () -> {
              TestFleet fleet = fleet(going("b")).settle();
              fleet.cordon("n1", false);
              fleet.deleteJob(fleet.jobNames().getFirst()).delete("nw").settle();
              assertEquals("cordoned by nw", fleet.cordon("n1"));
              fleet.runToTheEnd();
              assertFalse(fleet.exists("nw"));
            }),
        row(
            "I78 a deletion uninstalls with drain and interrupt, then gives the node back",
            () -> {
              TestFleet fleet = removable(false).runToTheEnd().delete("nw").settle();
              assertEquals("uninstall", fleet.running("n1", "a"));
              fleet.complete("n1", "a").settle();
              assertEquals("uninstall-interrupt", fleet.running("n1", "a"));
              fleet.complete("n1", "a").settle();
              assertFalse(fleet.exists("nw"));
              assertEquals("schedulable", fleet.cordon("n1"));
            }));
  }

  private static Fixtures.PackageBuilder reboot(String name) {
    return aPackage(name, "1.0.0").interrupt(Interrupt.Type.REBOOT);
  }

  private static Fixtures.PackageBuilder services(String name, String... services) {
    return aPackage(name, "1.0.0").restarting(services);
  }

  private static Fixtures.PackageBuilder going(String name) {
    return services(name, "x").uninstall(true, false);
  }

  private static EngineSettings reapplying() {
    EngineSettings s = Fixtures.settings();
    return new EngineSettings(
        s.agentImage(),
        s.operatorVersion(),
        s.runtimeRequiredTaint(),
        s.legacyEnabled(),
        true,
        s.stageTimeout(),
        s.backoffLimit(),
        s.ttlSucceeded(),
        s.ttlFailed(),
        s.idleInterval());
  }

  private static TestFleet fleet(Fixtures.PackageBuilder... packages) {
    Fixtures.NodeWrightBuilder nodeWright = aNodeWright("nw");
    Stream.of(packages).forEach(nodeWright::with);
    return new TestFleet().nodes("n1").nodeWright(nodeWright);
  }

  /// The first package, and all that owe an interrupt beside it, have configured; nobody has
  /// decided on that yet.
  private static TestFleet readyForInterrupt(Fixtures.PackageBuilder... packages) {
    TestFleet fleet = fleet(packages).settle();
    for (int stage = 0; stage < 2; stage++) {
      for (Fixtures.PackageBuilder each : packages) {
        var spec = each.build();
        if (spec.interrupt() instanceof Interrupt.Of && spec.dependsOn().isEmpty()) {
          fleet.complete("n1", spec.name());
        }
      }
      if (stage == 0) {
        fleet.settle();
      } else {
        fleet.pass("nw");
      }
    }
    return fleet;
  }

  private static TestFleet atInterrupt(Fixtures.PackageBuilder... packages) {
    return readyForInterrupt(packages).settle();
  }

  private static TestFleet configured(String value) {
    return new TestFleet().nodes("n1").nodeWright(configuredNw(value));
  }

  private static Fixtures.NodeWrightBuilder configuredNw(String value) {
    return aNodeWright("nw")
        .with(
            aPackage("a", "1.0.0")
                .config("k.conf", value)
                .onChange("*.conf", Interrupt.Type.SERVICE, "x"));
  }

  private static Fixtures.NodeWrightBuilder removing(boolean apply) {
    return aNodeWright("nw").with(services("a", "x").uninstall(true, apply));
  }

  private static TestFleet removable(boolean apply) {
    return new TestFleet().nodes("n1").nodeWright(removing(apply));
  }

  private static TestFleet uninstalled() {
    TestFleet fleet = removable(false).runToTheEnd();
    fleet.edit("nw", removing(true)).settle();
    return fleet.complete("n1", "a").settle();
  }
}
