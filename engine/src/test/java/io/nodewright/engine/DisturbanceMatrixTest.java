package io.nodewright.engine;

import static io.nodewright.engine.Fixtures.aNodeWright;
import static io.nodewright.engine.Fixtures.aPackage;
import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.rollout.Toleration;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.engine.status.Status;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What happens to a package's Job, its record and its node when … : each row of contract 03 §17
/// that is about a package, and the evidence of §12.4. Every row begins with `apply` running on one
/// node.
class DisturbanceMatrixTest {

  private static final String P = "p|1.0.0";

  @ParameterizedTest(name = "{0}")
  @MethodSource({"podsLost", "podsThatDoNotStart", "failures", "things", "people", "told"})
  void situation(String situation, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> podsLost() {
    return Row.table(
        row(
            "DM Pod evicted, preempted, or shut down with its node",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet.attempt("n1", "p", 143, "Error", true, false).settle();
              unchanged(fleet, job);
            }),
        row(
            "DM Pod deleted by a person",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet.attempt("n1", "p", 143, "Error", false, true).settle();
              unchanged(fleet, job);
            }),
        row(
            "DM Pod refused by the kubelet",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              for (int i = 0; i < 4; i++) {
                fleet.attempt("n1", "p", -1, "OutOfpods", false, false).settle();
                unchanged(fleet, job);
              }
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertFalse(job.equals(jobUid(fleet)), "swept, a new Job");
            }),
        row(
            "DM node crashes hard, its container killed",
            () -> {
              TestFleet fleet = applying();
              fleet.attempt("n1", "p", 137, "Error", false, false).settle();
              retried(fleet, 1);
              fleet.complete("n1", "p").settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "DM node crashes hard, its container of unknown status",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet.attempt("n1", "p", 137, "ContainerStatusUnknown", false, false).settle();
              unchanged(fleet, job);
            }),
        row(
            "DM node NotReady for long",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet
                  .taint(
                      "n1",
                      new Taint("node.kubernetes.io/not-ready", "", "NoExecute"),
                      new Taint("node.kubernetes.io/unreachable", "", "NoExecute"))
                  .settle();
              unchanged(fleet, job);
            }),
        row(
            "DM node NotReady, a toleration of the user runs out",
            () -> {
              TestFleet fleet =
                  new TestFleet()
                      .nodes("n1")
                      .nodeWright(
                          nw().tolerating(
                                  new Toleration(
                                      "node.kubernetes.io/not-ready",
                                      "Exists",
                                      "",
                                      "NoExecute",
                                      60)))
                      .settle();
              String job = jobUid(fleet);
              fleet.attempt("n1", "p", 143, "Error", true, false).settle();
              unchanged(fleet, job);
            }),
        row(
            "DM node drained by somebody else",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet.taint("n1", new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule"));
              fleet.attempt("n1", "p", 143, "Error", true, false).settle();
              unchanged(fleet, job);
            }),
        row(
            "DM replacement Pod overlaps its predecessor",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet.waiting("n1", "p", "PodInitializing").settle();
              fleet.attempt("n1", "p", 143, "Error", false, true).settle();
              unchanged(fleet, job);
            }));
  }

  static Stream<Arguments> podsThatDoNotStart() {
    return Row.table(
        row(
            "DM API server refuses the Pod",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet.wait(Duration.ofSeconds(119)).pass("nw");
              assertTrue(fleet.last().quiet());
              fleet.wait(Duration.ofSeconds(2)).pass("nw");
              assertEquals(2, events(fleet, "PodRejected").size(), "on node and NodeWright");
              assertTrue(fleet.wait(Duration.ofHours(1)).pass("nw").quiet(), "told once");
              unchanged(fleet, job);
            }),
        row(
            "DM API server refuses the Job",
            () -> {
              TestFleet fleet = applying();
              JobFacts job = fleet.job("n1", "p").orElseThrow();
              fleet.deleteJob(job.name()).refuse(job.key(), Refusal.Kind.REJECTED, "quota");
              fleet.settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
              assertEquals("REFUSED", fleet.verdict("n1", "p"));
              fleet.wait(Duration.ofSeconds(31)).settle();
              assertEquals("apply", fleet.running("n1", "p"));
            }),
        row(
            "DM image cannot be pulled",
            () -> {
              TestFleet fleet = applying();
              fleet.waiting("n1", "p", "ImagePullBackOff").pass("nw");
              assertEquals(1, events(fleet, "Apply").size());
              retried(fleet, 0);
              fleet.attempt("n1", "p", -1, "DeadlineExceeded", false, false).settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              timedOut(fleet);
            }),
        row(
            "DM image becomes pullable",
            () -> {
              TestFleet fleet = applying();
              fleet.waiting("n1", "p", "ErrImageNeverPull").settle();
              retried(fleet, 0);
              fleet.complete("n1", "p").settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
            }),
        row(
            "DM ConfigMap or Secret of env missing",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet.waiting("n1", "p", "CreateContainerConfigError").settle();
              unchanged(fleet, job);
              assertTrue(
                  fleet.last().lookAgainAt().isBefore(fleet.now().plus(Duration.ofSeconds(61))));
              fleet.wait(Duration.ofSeconds(61)).pass("nw");
              assertEquals(2, events(fleet, "ContainerNotStarted").size());
              retried(fleet, 0);
              assertTrue(fleet.settle().pass("nw").quiet());
            }));
  }

  static Stream<Arguments> failures() {
    return Row.table(
        row("DM step exits with an error", () -> failsAndTimesOut(1, "Error")),
        row("DM step runs out of memory", () -> failsAndTimesOut(137, "OOMKilled")),
        row("DM check exits with an error", () -> failsAndTimesOut(3, "Error")),
        row("DM step hangs", () -> failsAndTimesOut(-1, "DeadlineExceeded")));
  }

  static Stream<Arguments> things() {
    return Row.table(
        row(
            "DM node deleted",
            () -> {
              TestFleet fleet = applying().deleteNode("n1");
              fleet.pass("nw");
              assertTrue(fleet.taken().stream().noneMatch(Action.PatchNode.class::isInstance));
              fleet.settle();
              assertEquals(List.of(), fleet.jobNames());
              assertEquals("0/0", fleet.published("nw").completeNodes());
            }),
        row(
            "DM operator restarts",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              assertTrue(fleet.pass("nw").quiet(), "record, Job and marker say all");
              unchanged(fleet, job);
            }),
        row(
            "DM terminated-Pod GC removes archives",
            () -> {
              TestFleet fleet = applying().failAttempt("n1", "p").settle();
              fleet.loseAttempts("n1", "p").settle();
              retried(fleet, 1);
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              timedOut(fleet);
            }),
        row(
            "DM TTL controller deletes a timed-out Job",
            () -> {
              TestFleet fleet = applying().failAttempt("n1", "p").settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              fleet.deleteJob(fleet.jobNames().getFirst()).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertEquals(0, fleet.restarts("n1", "nw", P));
              assertEquals("apply", fleet.running("n1", "p"));
              assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
            }));
  }

  static Stream<Arguments> people() {
    return Row.table(
        row(
            "DM Job deleted by hand, unfinished",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet.deleteJob(fleet.jobNames().getFirst()).settle();
              assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
              assertFalse(job.equals(jobUid(fleet)));
            }),
        row(
            "DM marker removed by hand",
            () -> {
              TestFleet fleet = applying().complete("n1", "p").settle();
              fleet.unmark(fleet.jobNames().getFirst()).settle();
              assertEquals("config/in_progress", fleet.at("n1", "nw", P));
              assertTrue(fleet.jobs().getFirst().processed());
            }),
        row(
            "DM marker of a timed-out Job removed by hand",
            () -> {
              TestFleet fleet = applying().failAttempt("n1", "p").settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
              fleet.unmark(fleet.jobNames().getFirst()).settle();
              timedOut(fleet);
            }),
        row(
            "DM suspend patched by hand",
            () -> {
              TestFleet fleet = applying();
              String job = jobUid(fleet);
              fleet.suspend(fleet.jobNames().getFirst(), true).settle();
              assertFalse(fleet.job("n1", "p").orElseThrow().suspended());
              unchanged(fleet, job);
            }));
  }

  static Stream<Arguments> told() {
    return Row.table(
        row(
            "J37 a pull that fails after a failure is told too, once per Job and image",
            () -> {
              TestFleet fleet = applying().failAttempt("n1", "p").settle();
              fleet.waiting("n1", "p", "ImagePullBackOff").pass("nw");
              assertEquals(1, events(fleet, "Apply").size());
              assertTrue(fleet.pass("nw").quiet());
              fleet.waiting("n1", "p", "InvalidImageName").pass("nw");
              assertEquals(0, events(fleet, "Apply").size(), "the same image");
            }),
        row(
            "J23 a stage that failed for good is told once",
            () -> {
              TestFleet fleet = applying().failAttempt("n1", "p").settle();
              fleet.failJob("n1", "p", "BackoffLimitExceeded").pass("nw");
              assertEquals(2, events(fleet, "StageFailed").size(), "on node and NodeWright");
              for (int i = 0; i < 5; i++) {
                fleet.wait(Duration.ofMinutes(1)).pass("nw");
                assertEquals(0, events(fleet, "StageFailed").size());
              }
            }),
        row(
            "J42 a Job that was just resumed is not told as one without Pods",
            () -> {
              TestFleet fleet = applying().edit("nw", nw().paused()).settle();
              fleet.wait(Duration.ofHours(1)).edit("nw", nw()).settle();
              assertEquals(0, events(fleet, "PodRejected").size());
            }));
  }

  // ---- outcomes

  private static void failsAndTimesOut(int exitCode, String reason) {
    TestFleet fleet = applying();
    for (int attempt = 1; attempt <= 4; attempt++) {
      fleet.attempt("n1", "p", exitCode, reason, false, false).settle();
      retried(fleet, attempt);
    }
    fleet.failJob("n1", "p", "BackoffLimitExceeded").settle();
    timedOut(fleet);
  }

  /// The same Job, the same record, the node at work.
  private static void unchanged(TestFleet fleet, String job) {
    assertEquals("apply/in_progress", fleet.at("n1", "nw", P));
    assertEquals(0, fleet.restarts("n1", "nw", P));
    assertEquals(job, jobUid(fleet));
    assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
  }

  /// Erroring with retries left: shown on the package alone.
  private static void retried(TestFleet fleet, int restarts) {
    assertEquals("apply/erroring", fleet.at("n1", "nw", P));
    assertEquals(restarts, fleet.restarts("n1", "nw", P));
    assertEquals("apply", fleet.running("n1", "p"));
    assertEquals(Status.IN_PROGRESS, fleet.status("n1", "nw"));
    assertTrue(fleet.view("n1").conditionsOf("nw").erroring());
  }

  private static void timedOut(TestFleet fleet) {
    assertEquals("apply/erroring", fleet.at("n1", "nw", P));
    assertEquals("none", fleet.running("n1", "p"));
    assertEquals(Status.ERRORING, fleet.status("n1", "nw"));
    assertEquals("TIMED_OUT", fleet.verdict("n1", "p"));
  }

  private static Fixtures.NodeWrightBuilder nw() {
    return aNodeWright("nw").with(aPackage("p", "1.0.0"));
  }

  private static TestFleet applying() {
    return new TestFleet().nodes("n1").nodeWright(nw()).settle();
  }

  private static String jobUid(TestFleet fleet) {
    return fleet.job("n1", "p").orElseThrow().uid();
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
