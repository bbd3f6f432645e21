package io.nodewright.simulation.conformance;

import static io.nodewright.simulation.conformance.Objects.aJob;
import static io.nodewright.simulation.conformance.Objects.aPod;
import static io.nodewright.simulation.conformance.Objects.aRestartedJob;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.conformance.JobWorld.Answer;
import io.nodewright.simulation.conformance.JobWorld.Run;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Facts about Jobs that end by themselves or by their bounds.
final class JobRows {

  private JobRows() {}

  static final List<Row> ALL =
      List.of(
          new Row(
              "03 §11.3 a Job whose Pod succeeds meets its criteria, then is Complete",
              JobRows::completes),
          new Row("03 §6 past its retries a Job is Failed by BackoffLimitExceeded", JobRows::fails),
          new Row("03 §14 pauses between attempts are 10 s, then 20 s", JobRows::pauses),
          new Row(
              "03 §14 the pause counts from the beginning of an attempt whose init container failed",
              JobRows::pauseOfLongRun),
          new Row(
              "03 §14 a Pod past its own deadline fails in place and is retried",
              JobRows::podDeadline),
          new Row(
              "03 §14 a Job past its deadline loses its Pod and is Failed by DeadlineExceeded",
              JobRows::jobDeadline),
          new Row(
              "03 §11.3 a failing Job is FailureTarget until its Pods are gone",
              JobRows::failureTarget),
          new Row(
              "03 §9 an interrupt is restarted in place until it succeeds",
              JobRows::restartsInPlace),
          new Row(
              "03 §13 JI6 a lowered backoffLimit ends a Job by its restarts",
              JobRows::endedByRestarts),
          new Row(
              "03 §13 JI7 with allowance 0 the first restart ends the Job",
              JobRows::endedByFirstRestart),
          new Row("03 §17 Pods that the kubelet refuses spend the budget", JobRows::refused),
          new Row("03 §16 suspending takes the Pods away and counts no failure", JobRows::suspend),
          new Row("03 §14 resuming starts the clock anew", JobRows::resumeClock),
          new Row(
              "03 §16 a Job created suspended has no Pod and no clock", JobRows::createdSuspended),
          new Row("03 §16 the retry budget survives a pause", JobRows::budgetSurvivesPause),
          new Row(
              "03 §15 a finished Job is deleted when its time to live is over",
              JobRows::timeToLive),
          new Row(
              "03 §15 a time to live set later counts from the finish", JobRows::lateTimeToLive),
          new Row(
              "03 §6 suspend, TTL and backoffLimit can be changed, the template cannot",
              JobRows::mutable),
          new Row(
              "03 §11.2 a Job's generation counts changes of its spec alone", JobRows::generation));

  private static void completes(JobWorld world) {
    Watched job =
        Watched.create(world, aJob(world.name("ok"), aPod(world.node()).build(), 3).build());
    job.untilIs("Complete");
    assertTrue(job.is("SuccessCriteriaMet"));
    assertEquals(1, job.status().getSucceeded());
    assertEquals(0, job.failed());
    assertEquals(0, job.active());
    assertTrue(job.status().getCompletionTime() != null);
    assertEquals(1, job.pods().size());
    assertEquals("Succeeded", job.phase(0));
    assertFalse(Watched.tracked(job.pod(0)));
    var uncounted = job.status().getUncountedTerminatedPods();
    assertTrue(uncounted == null || Absent.list(uncounted.getSucceeded()).isEmpty());
  }

  private static void fails(JobWorld world) {
    String name = world.name("fails");
    world.script(name, Run.fails());
    Watched job = Watched.create(world, aJob(name, aPod(world.node()).build(), 1).build());
    job.untilIs("Failed");
    assertEquals("BackoffLimitExceeded", job.reason("Failed"));
    assertTrue(job.is("FailureTarget"));
    assertEquals(2, job.failed());
    assertEquals(2, job.pods().size());
    assertTrue(job.pods().stream().noneMatch(Watched::tracked));
  }

  private static void pauses(JobWorld world) {
    String name = world.name("pauses");
    world.script(name, Run.fails());
    Watched job = Watched.create(world, aJob(name, aPod(world.node()).build(), 2).build());
    job.untilIs("Failed");
    assertBetween(10, 14, job.gap(0));
    assertBetween(20, 24, job.gap(1));
  }

  private static void pauseOfLongRun(JobWorld world) {
    String name = world.name("long");
    world.script(name, new Run(Duration.ofSeconds(12), 1));
    Watched job = Watched.create(world, aJob(name, aPod(world.node()).build(), 1).build());
    job.untilPods(2);
    assertBetween(12, 16, job.gap(0));
  }

  private static void podDeadline(JobWorld world) {
    String name = world.name("deadline");
    world.script(name, Run.hangs(), Run.succeeds());
    Watched job =
        Watched.create(
            world, aJob(name, aPod(world.node()).withActiveDeadlineSeconds(2L).build(), 2).build());
    job.untilIs("Complete");
    Pod first = job.pod(0);
    assertEquals("Failed", first.getStatus().getPhase());
    assertEquals("DeadlineExceeded", first.getStatus().getReason());
    assertEquals(1, job.failed());
    assertEquals(2, job.pods().size());
  }

  private static void jobDeadline(JobWorld world) {
    String name = world.name("jobdeadline");
    world.script(name, Run.hangs());
    Job wanted =
        aJob(name, aPod(world.node()).build(), 2)
            .editSpec()
            .withActiveDeadlineSeconds(3L)
            .endSpec()
            .build();
    Watched job = Watched.create(world, wanted);
    job.untilIs("Failed");
    assertEquals("DeadlineExceeded", job.reason("Failed"));
    assertEquals("DeadlineExceeded", job.reason("FailureTarget"));
    assertTrue(job.pods().isEmpty());
    assertEquals(1, job.failed());
  }

  private static void failureTarget(JobWorld world) {
    Job wanted =
        aJob(world.name("target"), aPod(world.silentNode()).build(), 2)
            .editSpec()
            .withActiveDeadlineSeconds(3L)
            .endSpec()
            .build();
    Watched job = Watched.create(world, wanted);
    job.untilIs("FailureTarget");
    world.pass(Duration.ofSeconds(3));
    assertFalse(job.is("Failed"));
    assertEquals(1, job.terminating());
    Pod pod = job.pod(0);
    assertTrue(Watched.deleting(pod));
    assertFalse(Watched.tracked(pod));
    assertEquals(1, job.failed());
    job.force(pod);
    job.untilIs("Failed");
    assertTrue(job.pods().isEmpty());
  }

  private static void restartsInPlace(JobWorld world) {
    String name = world.name("restarts");
    world.script(name, Run.fails(), Run.fails(), Run.succeeds());
    Watched job = Watched.create(world, aRestartedJob(name, aPod(world.node())).build());
    job.untilIs("Complete");
    assertEquals(1, job.pods().size());
    assertEquals(0, job.failed());
    assertEquals(2, restarts(job.pod(0)));
  }

  private static void endedByRestarts(JobWorld world) {
    String name = world.name("ended");
    world.script(name, Run.fails(), Run.fails(), Run.hangs());
    Watched job = Watched.create(world, aRestartedJob(name, aPod(world.node())).build());
    job.untilPod(0, "was restarted twice", pod -> restarts(pod) == 2);
    assertFalse(job.is("FailureTarget"));
    patch(world, name, "{\"spec\":{\"backoffLimit\":2}}");
    job.untilIs("Failed");
    assertEquals("BackoffLimitExceeded", job.reason("Failed"));
    assertTrue(job.pods().isEmpty());
  }

  private static void endedByFirstRestart(JobWorld world) {
    String name = world.name("zero");
    world.script(name, Run.fails());
    Job wanted =
        aRestartedJob(name, aPod(world.node())).editSpec().withBackoffLimit(0).endSpec().build();
    Watched job = Watched.create(world, wanted);
    job.untilIs("Failed");
    assertEquals("BackoffLimitExceeded", job.reason("Failed"));
  }

  private static void refused(JobWorld world) {
    String name = world.name("refused");
    world.refuse(name, "OutOfcpu");
    Watched job = Watched.create(world, aJob(name, aPod(world.node()).build(), 1).build());
    job.untilIs("Failed");
    assertEquals("BackoffLimitExceeded", job.reason("Failed"));
    assertEquals(2, job.failed());
    assertEquals("OutOfcpu", job.pod(0).getStatus().getReason());
    assertTrue(Absent.list(job.pod(0).getStatus().getInitContainerStatuses()).isEmpty());
    assertTrue(Absent.list(job.pod(0).getStatus().getContainerStatuses()).isEmpty());
  }

  private static void suspend(JobWorld world) {
    String name = world.name("suspend");
    world.script(name, Run.hangs());
    Watched job = Watched.create(world, aJob(name, aPod(world.node()).build(), 1).build());
    job.untilRuns(0);
    patch(world, name, "{\"spec\":{\"suspend\":true}}");
    world.until("its Pod is gone", Watched.PATIENCE, () -> job.pods().isEmpty());
    world.until("it says so", Watched.PATIENCE, () -> job.is("Suspended") && job.active() == 0);
    world.pass(Duration.ofSeconds(3));
    assertEquals(0, job.failed());
    assertTrue(job.pods().isEmpty());
    world.script(name, Run.succeeds());
    patch(world, name, "{\"spec\":{\"suspend\":false}}");
    job.untilIs("Complete");
    assertFalse(job.is("Suspended"));
    assertEquals(0, job.failed());
  }

  private static void resumeClock(JobWorld world) {
    String name = world.name("clock");
    world.script(name, Run.hangs());
    Watched job = Watched.create(world, aJob(name, aPod(world.node()).build(), 1).build());
    job.untilRuns(0);
    Instant first = started(job);
    patch(world, name, "{\"spec\":{\"suspend\":true}}");
    world.until("it is suspended", Watched.PATIENCE, () -> job.is("Suspended"));
    world.pass(Duration.ofSeconds(3));
    patch(world, name, "{\"spec\":{\"suspend\":false}}");
    job.untilRuns(0);
    world.until("it is resumed", Watched.PATIENCE, () -> !job.is("Suspended"));
    assertTrue(started(job).isAfter(first.plusSeconds(2)));
  }

  private static void createdSuspended(JobWorld world) {
    Job wanted =
        aJob(world.name("asleep"), aPod(world.node()).build(), 1)
            .editSpec()
            .withSuspend(true)
            .endSpec()
            .build();
    Watched job = Watched.create(world, wanted);
    job.untilIs("Suspended");
    world.pass(Duration.ofSeconds(2));
    assertTrue(job.pods().isEmpty());
    assertEquals(null, job.status().getStartTime());
  }

  private static void budgetSurvivesPause(JobWorld world) {
    String name = world.name("budget");
    world.script(name, Run.fails(), Run.hangs(), Run.fails());
    Watched job = Watched.create(world, aJob(name, aPod(world.node()).build(), 1).build());
    job.untilRuns(1);
    patch(world, name, "{\"spec\":{\"suspend\":true}}");
    world.until("one Pod is left", Watched.PATIENCE, () -> job.pods().size() == 1);
    assertEquals(1, job.failed());
    patch(world, name, "{\"spec\":{\"suspend\":false}}");
    job.untilIs("Failed");
    assertEquals(2, job.failed());
    assertEquals(2, job.pods().size());
  }

  private static void timeToLive(JobWorld world) {
    Job wanted =
        aJob(world.name("ttl"), aPod(world.node()).build(), 1)
            .editSpec()
            .withTtlSecondsAfterFinished(4)
            .endSpec()
            .build();
    Watched job = Watched.create(world, wanted);
    job.untilIs("Complete");
    assertEquals(1, job.pods().size());
    job.untilGone();
    assertTrue(job.pods().isEmpty());
  }

  private static void lateTimeToLive(JobWorld world) {
    Watched job =
        Watched.create(world, aJob(world.name("latettl"), aPod(world.node()).build(), 1).build());
    job.untilIs("Complete");
    world.pass(Duration.ofSeconds(4));
    Instant set = world.now();
    patch(world, job.name(), "{\"spec\":{\"ttlSecondsAfterFinished\":2}}");
    job.untilGone();
    assertTrue(Duration.between(set, world.now()).toSeconds() < 4);
  }

  private static void mutable(JobWorld world) {
    String name = world.name("mutable");
    world.script(name, Run.hangs());
    Watched job = Watched.create(world, aJob(name, aPod(world.node()).build(), 1).build());
    patch(
        world,
        name,
        "{\"spec\":{\"suspend\":true,\"backoffLimit\":5,\"ttlSecondsAfterFinished\":60}}");
    assertEquals(5, job.job().getSpec().getBackoffLimit());
    assertEquals(60, job.job().getSpec().getTtlSecondsAfterFinished());
  }

  private static void generation(JobWorld world) {
    String name = world.name("generation");
    world.script(name, Run.hangs());
    Watched job = Watched.create(world, aJob(name, aPod(world.silentNode()).build(), 1).build());
    assertEquals(1, job.job().getMetadata().getGeneration());
    patch(world, name, "{\"metadata\":{\"annotations\":{\"a\":\"b\"}}}");
    assertEquals(1, job.job().getMetadata().getGeneration());
    patch(world, name, "{\"spec\":{\"ttlSecondsAfterFinished\":60}}");
    assertEquals(2, job.job().getMetadata().getGeneration());
    world.delete(Job.class, name, Deletion.PLAIN.foreground());
    assertEquals(3, job.job().getMetadata().getGeneration());
  }

  static void patch(JobWorld world, String job, String body) {
    assertEquals(Answer.DONE, world.patch(Job.class, job, PatchKind.MERGE, body, Part.OBJECT));
  }

  private static Instant started(Watched job) {
    return Times.parse(job.status().getStartTime()).orElseThrow();
  }

  private static int restarts(Pod pod) {
    return Absent.list(pod.getStatus().getInitContainerStatuses()).stream()
        .mapToInt(each -> Absent.number(each.getRestartCount(), 0))
        .sum();
  }

  static void assertBetween(long least, long most, long found) {
    assertTrue(
        least <= found && found <= most,
        () -> "%d is not from %d to %d".formatted(found, least, most));
  }
}
