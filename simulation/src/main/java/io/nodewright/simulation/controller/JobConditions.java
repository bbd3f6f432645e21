package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Conditions of a Job's status.
final class JobConditions {

  static final String COMPLETE = "Complete";
  static final String FAILED = "Failed";
  static final String FAILURE_TARGET = "FailureTarget";
  static final String SUCCESS_CRITERIA_MET = "SuccessCriteriaMet";
  static final String SUSPENDED = "Suspended";

  private JobConditions() {}

  /// Whether the Job is over: Complete or Failed.
  static boolean finished(Job job) {
    JobStatus status = job.getStatus();
    return status != null && (holds(status, COMPLETE) || holds(status, FAILED));
  }

  static boolean holds(JobStatus status, String type) {
    return find(status, type).map(each -> "True".equals(each.getStatus())).orElse(false);
  }

  static Optional<JobCondition> find(JobStatus status, String type) {
    return Absent.list(status.getConditions()).stream()
        .filter(each -> type.equals(each.getType()))
        .findFirst();
  }

  /// When the Job was over; empty while it is not.
  static Optional<Instant> finishedAt(Job job) {
    JobStatus status = job.getStatus();
    return finished(job)
        ? find(status, COMPLETE)
            .or(() -> find(status, FAILED))
            .flatMap(each -> Times.parse(each.getLastTransitionTime()))
        : Optional.empty();
  }

  static JobCondition condition(String type, String reason, String message, Instant now) {
    JobCondition condition = new JobCondition();
    condition.setType(type);
    condition.setStatus("True");
    condition.setReason(reason);
    condition.setMessage(message);
    condition.setLastProbeTime(Times.text(now));
    condition.setLastTransitionTime(Times.text(now));
    return condition;
  }

  /// Sets a condition, if that changes it. One that was never there is not made false.
  ///
  /// @return whether it changed
  static boolean ensure(
      JobStatus status, String type, boolean holds, String reason, String message, Instant now) {
    Optional<JobCondition> before = find(status, type);
    String word = holds ? "True" : "False";
    if (before.isEmpty() ? !holds : word.equals(before.get().getStatus())) {
      return false;
    }
    JobCondition next = condition(type, reason, message, now);
    next.setStatus(word);
    List<JobCondition> all = new ArrayList<>(Absent.list(status.getConditions()));
    before.ifPresent(all::remove);
    all.add(next);
    status.setConditions(all);
    return true;
  }
}
