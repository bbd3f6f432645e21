package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.server.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One look at an unfinished Job: counts its Pods, ends or completes it, creates or deletes Pods,
/// and keeps the status.
final class JobSync {

  private final JobController controller;
  private final Instant now;
  private final Job job;
  private final JobSpec spec;
  private final JobStatus status;
  private final List<Pod> pods;
  private final JobTally tally;
  private final FailureBackOff backOff;
  private final JobPodWrites writes;
  private boolean flush;

  JobSync(JobController controller, JobPodWrites writes, Job job, Instant now) {
    this.controller = controller;
    this.writes = writes;
    this.now = now;
    this.job = job;
    this.spec = job.getSpec();
    this.status = JobStatuses.copy(job.getStatus());
    this.pods = controller.podsOf(job);
    this.tally = new JobTally(job, status, pods);
    this.backOff = tally.with(controller.backOff(job));
  }

  /// Does it.
  ///
  /// @return false when it is to be tried again, with a growing pause
  boolean run() {
    if (status.getStartTime() == null && !suspended()) {
      status.setStartTime(Times.text(now));
    }
    List<Pod> active = pods.stream().filter(PodOutcomes::active).toList();
    int terminating = (int) pods.stream().filter(PodOutcomes::terminating).count();
    PodNumbers numbers =
        new PodNumbers(
            active.size(), (int) active.stream().filter(PodOutcomes::ready).count(), terminating);
    Optional<JobCondition> end = reasonToEnd();
    if (end.isPresent()) {
      active.forEach(writes::delete);
      numbers = numbers.without(active);
    } else if (Metadata.deleting(job)) {
      end = success();
    } else {
      numbers = manage(active, numbers);
      end = success();
      if (end.isEmpty()) {
        flush |= noteSuspension();
      }
    }
    flush |= numbers.writeTo(status);
    track(end, numbers.terminating());
    return writes.allDone();
  }

  // --- what is to become of it

  private Optional<JobCondition> reasonToEnd() {
    Optional<JobCondition> target = JobConditions.find(status, JobConditions.FAILURE_TARGET);
    if (target.isPresent()) {
      return target.map(
          each ->
              JobConditions.condition(
                  JobConditions.FAILED, each.getReason(), each.getMessage(), now));
    }
    if (tally.failed() > spec.getBackoffLimit() || tally.restartsPastLimit()) {
      return failure("BackoffLimitExceeded", "Job has reached the specified backoff limit");
    }
    if (spec.getActiveDeadlineSeconds() != null && !suspended()) {
      Instant start = Times.parse(status.getStartTime()).orElse(now);
      Duration left = Duration.between(now, start.plusSeconds(spec.getActiveDeadlineSeconds()));
      if (!left.isPositive()) {
        return failure("DeadlineExceeded", "Job was active longer than specified deadline");
      }
      controller.look(name(), left);
    }
    return Optional.empty();
  }

  private Optional<JobCondition> failure(String reason, String message) {
    return Optional.of(JobConditions.condition(JobConditions.FAILURE_TARGET, reason, message, now));
  }

  private Optional<JobCondition> success() {
    return tally.succeeded() < Absent.number(spec.getCompletions(), 1)
        ? Optional.empty()
        : Optional.of(
            JobConditions.condition(
                JobConditions.SUCCESS_CRITERIA_MET,
                "CompletionsReached",
                "Reached expected number of succeeded pods",
                now));
  }

  // --- Pods

  private PodNumbers manage(List<Pod> active, PodNumbers numbers) {
    int wanted =
        suspended()
            ? 0
            : Math.clamp(
                Absent.number(spec.getCompletions(), 1) - tally.succeeded(),
                0,
                Absent.number(spec.getParallelism(), 1));
    if (active.size() > wanted) {
      List<Pod> surplus = active.subList(wanted, active.size());
      surplus.forEach(writes::release);
      return numbers.without(surplus);
    }
    boolean waitsForEnds = "Failed".equals(spec.getPodReplacementPolicy());
    int missing = wanted - active.size() - (waitsForEnds ? numbers.terminating() : 0);
    if (missing <= 0) {
      return numbers;
    }
    Duration pause = backOff.left(now);
    if (pause.isPositive()) {
      controller.look(name(), pause);
      return numbers.withActive(0);
    }
    return numbers.withActive(active.size() + writes.create(job, missing));
  }

  private boolean noteSuspension() {
    if (suspended()) {
      return JobConditions.ensure(
          status, JobConditions.SUSPENDED, true, "JobSuspended", "Job suspended", now);
    }
    boolean resumed =
        JobConditions.ensure(
            status, JobConditions.SUSPENDED, false, "JobResumed", "Job resumed", now);
    if (resumed) {
      status.setStartTime(Times.text(now));
    }
    return resumed;
  }

  // --- status

  private void track(Optional<JobCondition> end, int terminating) {
    flush |= tally.countReleased(pods);
    List<Pod> over = new ArrayList<>();
    boolean jobFails =
        end.filter(each -> !each.getType().equals(JobConditions.SUCCESS_CRITERIA_MET)).isPresent();
    for (Pod pod : pods) {
      if (JobTally.tracked(pod) && mayGo(pod, end.isPresent())) {
        over.add(pod);
        flush |= tally.note(pod, jobFails);
      }
    }
    Optional<JobCondition> last = end.map(this::interim);
    if (flush) {
      write();
      controller.backOff(job, backOff);
    }
    over.forEach(writes::untrack);
    boolean counted = tally.countReleased(controller.podsOf(job));
    boolean finished = last.isPresent() && tally.settled() && terminating == 0;
    if (finished) {
      finish(last.get());
    }
    if (counted || finished) {
      write();
    }
  }

  private boolean mayGo(Pod pod, boolean jobEnds) {
    return jobEnds
        || Metadata.deleting(job)
        || PodOutcomes.succeeded(pod)
        || PodOutcomes.failed(pod, job);
  }

  /// Says first what is going to be, and gives what will be said when all Pods are gone.
  private JobCondition interim(JobCondition end) {
    return switch (end.getType()) {
      case JobConditions.FAILURE_TARGET -> {
        append(end);
        yield JobConditions.condition(JobConditions.FAILED, end.getReason(), end.getMessage(), now);
      }
      case JobConditions.SUCCESS_CRITERIA_MET -> {
        if (JobConditions.find(status, JobConditions.SUCCESS_CRITERIA_MET).isEmpty()) {
          append(end);
        }
        yield JobConditions.condition(
            JobConditions.COMPLETE, end.getReason(), end.getMessage(), now);
      }
      default -> end;
    };
  }

  private void append(JobCondition condition) {
    List<JobCondition> all = new ArrayList<>(Absent.list(status.getConditions()));
    all.add(condition);
    status.setConditions(all);
    flush = true;
  }

  private void finish(JobCondition last) {
    append(last);
    if (last.getType().equals(JobConditions.COMPLETE)) {
      status.setCompletionTime(last.getLastTransitionTime());
    }
  }

  private void write() {
    status.setUncountedTerminatedPods(tally.notes());
    JobStatus written = JobStatuses.copy(status);
    writes
        .client()
        .edit(
            Kind.JOB,
            name(),
            Part.STATUS,
            each -> {
              each.setStatus(written);
              return each;
            });
  }

  private boolean suspended() {
    return Absent.flag(spec.getSuspend(), false);
  }

  private String name() {
    return job.getMetadata().getName();
  }
}
