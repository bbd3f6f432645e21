package io.nodewright.simulation.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.server.Deletion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A Job of a row, and the questions that rows ask about it.
final class Watched {

  static final Duration PATIENCE = Duration.ofSeconds(100);

  private final JobWorld world;
  private final String name;

  private Watched(JobWorld world, String name) {
    this.world = world;
    this.name = name;
  }

  /// Creates the Job.
  static Watched create(JobWorld world, Job job) {
    assertEquals(JobWorld.Answer.DONE, world.create(job));
    return new Watched(world, job.getMetadata().getName());
  }

  String name() {
    return name;
  }

  Optional<Job> find() {
    return world.get(Job.class, name);
  }

  Job job() {
    return find().orElseThrow(() -> new AssertionError("Job " + name + " is gone"));
  }

  JobStatus status() {
    JobStatus status = job().getStatus();
    return status == null ? new JobStatus() : status;
  }

  int failed() {
    return Absent.number(status().getFailed(), 0);
  }

  int active() {
    return Absent.number(status().getActive(), 0);
  }

  int terminating() {
    return Absent.number(status().getTerminating(), 0);
  }

  boolean is(String condition) {
    return condition(condition).filter(each -> "True".equals(each.getStatus())).isPresent();
  }

  Optional<JobCondition> condition(String type) {
    return Absent.list(status().getConditions()).stream()
        .filter(each -> type.equals(each.getType()))
        .findFirst();
  }

  String reason(String condition) {
    return condition(condition).map(each -> Absent.text(each.getReason())).orElse("");
  }

  List<Pod> pods() {
    return world.pods(name);
  }

  Pod pod(int number) {
    List<Pod> pods = pods();
    assertTrue(pods.size() > number, () -> "Pods of " + name + ": " + pods.size());
    return pods.get(number);
  }

  String phase(int number) {
    return pods().size() > number ? Absent.text(pod(number).getStatus().getPhase()) : "";
  }

  void untilIs(String condition) {
    world.until(name + " is " + condition, PATIENCE, () -> is(condition));
  }

  void untilGone() {
    world.until(name + " is gone", PATIENCE, () -> find().isEmpty());
  }

  void untilPods(int count) {
    world.until(name + " has Pods: " + count, PATIENCE, () -> pods().size() >= count);
  }

  /// Waits until the Pod's step runs.
  Pod untilRuns(int number) {
    world.until(
        "step of Pod %d of %s runs".formatted(number, name),
        PATIENCE,
        () -> pods().size() > number && runs(pod(number)));
    return pod(number);
  }

  Pod untilPod(int number, String what, Predicate<Pod> holds) {
    world.until(
        "Pod %d of %s: %s".formatted(number, name, what),
        PATIENCE,
        () -> pods().size() > number && holds.test(pod(number)));
    return pod(number);
  }

  /// Time from the creation of one Pod to that of the next, in whole seconds.
  long gap(int number) {
    return Duration.between(created(pod(number)), created(pod(number + 1))).toSeconds();
  }

  void force(Pod pod) {
    assertEquals(
        JobWorld.Answer.DONE,
        world.delete(
            Pod.class,
            pod.getMetadata().getName(),
            Deletion.of(pod.getMetadata().getUid()).withGrace(0)));
  }

  static Instant created(Pod pod) {
    return Times.parse(pod.getMetadata().getCreationTimestamp()).orElseThrow();
  }

  static boolean deleting(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  static boolean disrupted(Pod pod) {
    return Absent.list(pod.getStatus().getConditions()).stream()
        .anyMatch(
            each -> "DisruptionTarget".equals(each.getType()) && "True".equals(each.getStatus()));
  }

  static boolean tracked(Pod pod) {
    return Absent.list(pod.getMetadata().getFinalizers())
        .contains("batch.kubernetes.io/job-tracking");
  }

  private static boolean runs(Pod pod) {
    return Absent.list(pod.getStatus().getInitContainerStatuses()).stream()
        .anyMatch(each -> each.getState() != null && each.getState().getRunning() != null);
  }
}
