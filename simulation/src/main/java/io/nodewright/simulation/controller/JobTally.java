package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.UncountedTerminatedPods;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.Metadata;
import java.util.List;

/// How many Pods of a Job have ended how. An ended Pod is counted in three steps, so that none is
/// lost or counted twice: it is noted in the status, let go by its finalizer, and then counted.
final class JobTally {

  private final Job job;
  private final JobStatus status;
  private final List<Pod> pods;
  private final List<String> notedSucceeded;
  private final List<String> notedFailed;

  /// @param status of the Job, to be changed
  /// @param pods of the Job
  JobTally(Job job, JobStatus status, List<Pod> pods) {
    this.job = job;
    this.status = status;
    this.pods = pods;
    this.notedSucceeded = JobStatuses.uncountedSucceeded(status);
    this.notedFailed = JobStatuses.uncountedFailed(status);
  }

  /// Pods that succeeded, counted, noted or new.
  int succeeded() {
    int news = (int) pods.stream().filter(this::isNew).filter(PodOutcomes::succeeded).count();
    return Absent.number(status.getSucceeded(), 0) + news + notedSucceeded.size();
  }

  /// Pods that failed and are not ignored, counted, noted or new.
  int failed() {
    int news =
        (int)
            pods.stream()
                .filter(this::isNew)
                .filter(each -> PodOutcomes.failed(each, job))
                .filter(each -> !PodOutcomes.ignored(each, job))
                .count();
    return Absent.number(status.getFailed(), 0) + news + notedFailed.size();
  }

  /// The back-off with new failures, also those that are ignored.
  FailureBackOff with(FailureBackOff before) {
    FailureBackOff backOff = before;
    for (Pod pod : pods) {
      if (isNew(pod) && PodOutcomes.failed(pod, job)) {
        backOff = backOff.failed(PodOutcomes.finishedAt(pod));
      }
    }
    return backOff;
  }

  /// Restarts in place of Pods that go on count against the limit, from the first on.
  boolean restartsPastLimit() {
    if (!"OnFailure".equals(job.getSpec().getTemplate().getSpec().getRestartPolicy())) {
      return false;
    }
    int restarts =
        pods.stream()
            .filter(each -> !PodOutcomes.terminal(each))
            .mapToInt(PodOutcomes::restarts)
            .sum();
    int limit = job.getSpec().getBackoffLimit();
    return limit == 0 ? restarts > 0 : restarts >= limit;
  }

  /// Notes a Pod that is over.
  ///
  /// @param jobFails whether the Job fails, and with it every Pod that has not ended
  /// @return whether the notes changed
  boolean note(Pod pod, boolean jobFails) {
    String uid = pod.getMetadata().getUid();
    if (PodOutcomes.succeeded(pod) && !notedFailed.contains(uid)) {
      return !notedSucceeded.contains(uid) && notedSucceeded.add(uid);
    }
    boolean failed = jobFails || PodOutcomes.failed(pod, job);
    return failed
        && !notedFailed.contains(uid)
        && !PodOutcomes.ignored(pod, job)
        && notedFailed.add(uid);
  }

  /// Counts noted Pods that are let go.
  ///
  /// @param now the Job's Pods as they are now
  /// @return whether any was counted
  boolean countReleased(List<Pod> now) {
    List<String> held =
        now.stream().filter(JobTally::tracked).map(pod -> pod.getMetadata().getUid()).toList();
    int succeeded = released(notedSucceeded, held);
    int failed = released(notedFailed, held);
    if (succeeded > 0) {
      status.setSucceeded(Absent.number(status.getSucceeded(), 0) + succeeded);
    }
    if (failed > 0) {
      status.setFailed(Absent.number(status.getFailed(), 0) + failed);
    }
    return succeeded + failed > 0;
  }

  /// Whether no Pod is noted and not counted yet.
  boolean settled() {
    return notedSucceeded.isEmpty() && notedFailed.isEmpty();
  }

  /// The notes as they are stored.
  UncountedTerminatedPods notes() {
    UncountedTerminatedPods notes = new UncountedTerminatedPods();
    notes.setSucceeded(List.copyOf(notedSucceeded));
    notes.setFailed(List.copyOf(notedFailed));
    return notes;
  }

  /// Whether the Pod has not been let go.
  static boolean tracked(Pod pod) {
    return Metadata.finalizers(pod).contains(JobController.TRACKING);
  }

  private boolean isNew(Pod pod) {
    String uid = pod.getMetadata().getUid();
    return tracked(pod) && !notedSucceeded.contains(uid) && !notedFailed.contains(uid);
  }

  private static int released(List<String> noted, List<String> held) {
    int before = noted.size();
    noted.retainAll(held);
    return before - noted.size();
  }
}
