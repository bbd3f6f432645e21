package io.nodewright.engine.interrupt;

import static io.nodewright.engine.Fixtures.aPackage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.engine.JobFactsBuilder;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.Attempt.ContainerState;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What an interrupt Job's Pod and end mean: contract 03 §11.3, §11.4 and §13, 04 §11 and §12.
class InterruptJobTest {

  private static final Instant NOW = Instant.parse("2026-03-04T10:00:00Z");
  private static final PackageRef A = new PackageRef("a", "1.0.0");
  private static final PackageRef B = new PackageRef("b", "1.0.0");
  private static final ContainerState BACK_OFF =
      new ContainerState.Waiting("CrashLoopBackOff", "back-off 20s");
  private static final ContainerState RUNNING = new ContainerState.Running();
  private static final ContainerState ENDED =
      new ContainerState.Terminated(1, "Error", "unit foo.service not found", NOW);

  @ParameterizedTest(name = "{0}")
  @MethodSource("verdicts")
  void verdict(String rule, JobFacts job, RestartVerdict expected) {
    assertEquals(expected, RestartVerdict.of(job));
  }

  static Stream<Arguments> verdicts() {
    RestartVerdict goesOn = new RestartVerdict.GoesOn();
    return Stream.of(
        arguments("J38 JI3 two restarts of three", job(3, 2, BACK_OFF), goesOn),
        arguments("J39 JI3 a running container is never ended", job(3, 3, RUNNING), goesOn),
        arguments("I63 JI3 whatever its count", job(3, 5, RUNNING), goesOn),
        arguments(
            "J40 L72 I62 JI5 the fourth failed run ends it",
            job(3, 3, BACK_OFF),
            new RestartVerdict.Spent(3)),
        arguments("JI3 also while it is ended", job(3, 3, ENDED), new RestartVerdict.Spent(3)),
        arguments(
            "JI4 restarts that were no failures spend it too",
            job(3, 4, ENDED),
            new RestartVerdict.Spent(4)),
        arguments(
            "J16 JI1 L73 a reboot has no allowance and is bounded by its deadline alone",
            job(-1, 99, BACK_OFF),
            goesOn),
        arguments(
            "JI7 allowance 0: the first failed run", job(0, 0, ENDED), new RestartVerdict.Spent(0)),
        arguments(
            "JI3 a container that waits for its sandbox does not fail",
            job(3, 3, new ContainerState.Waiting("PodInitializing", "")),
            goesOn),
        arguments(
            "JI8 a Job that was ended is not judged again",
            with(job(3, 3, BACK_OFF), new JobPhase.Unfinished(), true),
            goesOn));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("results")
  void result(String rule, JobFacts job, String before, String after, boolean failedForGood) {
    SortedMap<PackageRef, PackageRecord> entries = entries(before);
    var result = InterruptResult.of(job, entries, NOW);
    entries.putAll(result.put());
    entries.keySet().removeAll(result.remove());
    assertEquals(after, shown(entries));
    assertEquals(failedForGood, result.failedForGood());
  }

  static Stream<Arguments> results() {
    JobFacts failing = job(3, 1, BACK_OFF);
    JobFacts complete = with(job(3, 0, RUNNING), new JobPhase.Complete(NOW), false);
    JobFacts deadline =
        with(job(3, 0, RUNNING), new JobPhase.Failed("DeadlineExceeded", "", NOW), false);
    JobFacts spent =
        with(
            withoutPods(job(3, 0, RUNNING)),
            new JobPhase.Failed("BackoffLimitExceeded", "", NOW),
            true);
    JobFacts lost =
        with(withoutPods(job(3, 0, RUNNING)), new JobPhase.Failed("Other", "", NOW), false);
    return Stream.of(
        arguments(
            "I54 L9 L75 LM7 host and siblings complete, nothing is owed any more",
            complete,
            "a interrupt/in_progress owed, b interrupt/skipped owed",
            "a interrupt/complete, b interrupt/complete",
            false),
        arguments(
            "I55 a repeat changes nothing",
            complete,
            "a interrupt/complete, b interrupt/complete",
            "a interrupt/complete, b interrupt/complete",
            false),
        arguments(
            "LM7 a host that moved on stays where it is, its siblings are promoted",
            complete,
            "a apply/in_progress owed, b interrupt/skipped owed",
            "a apply/in_progress owed, b interrupt/complete",
            false),
        arguments(
            "LX1 an absent entry is not created",
            complete,
            "b config/complete owed",
            "b config/complete owed",
            false),
        arguments(
            "L46 all that were covered have it behind them",
            of(complete, Stage.UNINSTALL_INTERRUPT),
            "a uninstall-interrupt/in_progress, b uninstall-interrupt/erroring",
            "a uninstall-interrupt/complete, b uninstall-interrupt/complete",
            false),
        arguments(
            "L73 a failing container shows on the host alone",
            failing,
            "a interrupt/in_progress owed, b interrupt/skipped owed",
            "a interrupt/erroring owed, b interrupt/skipped owed",
            false),
        arguments(
            "I60 its deadline needs no further evidence",
            deadline,
            "a interrupt/in_progress owed, b interrupt/skipped owed",
            "a interrupt/erroring owed, b interrupt/skipped owed",
            true),
        arguments(
            "I62 LM12 nor do its spent restarts; siblings stay skipped",
            spent,
            "a interrupt/erroring owed, b interrupt/skipped owed",
            "a interrupt/erroring owed, b interrupt/skipped owed",
            true),
        arguments(
            "JI9 any other end without a failure seen is no verdict",
            lost,
            "a interrupt/in_progress owed",
            "a interrupt/in_progress owed",
            false),
        arguments(
            "LW5 a Job about to fail for less than two minutes is none yet",
            with(job(3, 0, RUNNING), new JobPhase.Failing(NOW.minusSeconds(119)), false),
            "a interrupt/in_progress owed",
            "a interrupt/in_progress owed",
            false),
        arguments(
            "LW5 for two minutes it counts as failed: its node never comes back",
            with(job(3, 0, RUNNING), new JobPhase.Failing(NOW.minusSeconds(120)), false),
            "a interrupt/in_progress owed",
            "a interrupt/erroring owed",
            true));
  }

  private static JobFacts job(int allowance, int restarts, ContainerState state) {
    return new JobFactsBuilder(
            new JobKey("nw", A, Stage.INTERRUPT, "n1"),
            "job",
            "job-uid",
            JobTemplate.of(
                aPackage("a", "1.0.0").build(),
                Stage.INTERRUPT,
                "example/agent:7",
                new TreeSet<>()),
            NOW)
        .ownerUid("uid-nw")
        .covers(new TreeSet<>(List.of(A, B)))
        .restartAllowance(allowance)
        .attempts(
            List.of(
                new Attempt(
                    "pod",
                    "pod-uid",
                    NOW,
                    Attempt.Phase.PENDING,
                    false,
                    false,
                    "",
                    "",
                    List.of(
                        new Attempt.Container("interrupt", "example/agent:7", restarts, state)))))
        .build();
  }

  private static JobFacts withoutPods(JobFacts job) {
    return job.withAttempts(List.of());
  }

  private static JobFacts of(JobFacts job, Stage stage) {
    return new JobFactsBuilder(job).key(new JobKey("nw", A, stage, "n1")).build();
  }

  private static JobFacts with(JobFacts job, JobPhase phase, boolean limitExceeded) {
    return new JobFactsBuilder(job).phase(phase).restartLimitExceeded(limitExceeded).build();
  }

  /// `a interrupt/in_progress owed, b …`
  private static SortedMap<PackageRef, PackageRecord> entries(String text) {
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>();
    for (String item : text.split(", ", -1)) {
      String[] words = item.split(" ", -1);
      String[] place = words[1].split("/", -1);
      PackageRecord record =
          PackageRecord.starting(
                  aPackage(words[0], "1.0.0").build(),
                  Stage.of(place[0]).orElseThrow(),
                  words.length > 2)
              .with(StageState.of(place[1]).orElseThrow(), 0);
      entries.put(record.ref(), record);
    }
    return entries;
  }

  private static String shown(SortedMap<PackageRef, PackageRecord> entries) {
    return String.join(
        ", ",
        entries.values().stream()
            .map(
                record ->
                    record.ref().name()
                        + " "
                        + record.stage().word()
                        + "/"
                        + record.state().word()
                        + (record.interruptPending() ? " owed" : ""))
            .toList());
  }
}
