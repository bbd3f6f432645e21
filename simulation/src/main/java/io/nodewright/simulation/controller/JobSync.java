package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.UncountedTerminatedPods;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.ApiFailure;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Metadata;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One look at an unfinished Job: counts its Pods, ends or completes it, creates or deletes Pods,
/// and keeps the status.
final class JobSync {

  private final JobController controller;
  private final Agenda agenda;
  private final ApiClient client;
  private final FaultPlan faults;
  private final FaultCounts counts;
  private final Job job;
  private final JobSpec spec;
  private final JobStatus status;
  private final List<Pod> pods;
  private final List<Pod> active;
  private final List<String> uncountedSucceeded;
  private final List<String> uncountedFailed;
  private final FailureBackOff backOff;
  private int terminating;
  private int ready;
  private boolean flush;
  private boolean done = true;
  private @Nullable JobCondition ending;

  JobSync(
      JobController controller,
      Agenda agenda,
      ApiClient client,
      FaultPlan faults,
      FaultCounts counts,
      Job job) {
    this.controller = controller;
    this.agenda = agenda;
    this.client = client;
    this.faults = faults;
    this.counts = counts;
    this.job = job;
    this.spec = job.getSpec();
    this.status = JobStatuses.copy(job.getStatus());
    this.pods = controller.podsOf(job);
    this.active = new ArrayList<>(pods.stream().filter(PodOutcomes::active).toList());
    this.terminating = (int) pods.stream().filter(PodOutcomes::terminating).count();
    this.ready = (int) active.stream().filter(PodOutcomes::ready).count();
    this.uncountedSucceeded = JobStatuses.uncountedSucceeded(status);
    this.uncountedFailed = JobStatuses.uncountedFailed(status);
    this.backOff = newBackOff();
  }

  /// Does it.
  ///
  /// @return false when it is to be tried again, with a growing pause
  boolean run() {
    Instant now = agenda.now();
    if (status.getStartTime() == null && !suspended()) {
      status.setStartTime(Times.text(now));
    }
    ending = reasonToEnd(now);
    int activeNow = active.size();
    boolean suspensionChanged = false;
    if (ending != null) {
      active.forEach(pod -> delete(pod));
      activeNow = 0;
    } else {
      boolean managed = !Metadata.deleting(job);
      if (managed) {
        activeNow = manage(now);
      }
      if (succeeded() >= Absent.number(spec.getCompletions(), 1)) {
        ending =
            JobConditions.condition(
                JobConditions.SUCCESS_CRITERIA_MET,
                "CompletionsReached",
                "Reached expected number of succeeded pods",
                now);
      } else if (managed) {
        suspensionChanged = noteSuspension(now);
      }
    }
    flush =
        suspensionChanged
            || Absent.number(status.getActive(), 0) != activeNow
            || !Integer.valueOf(ready).equals(status.getReady())
            || !Integer.valueOf(terminating).equals(status.getTerminating());
    status.setActive(activeNow == 0 ? null : activeNow);
    status.setReady(ready);
    status.setTerminating(terminating);
    track(now);
    return done;
  }

  // --- what is to become of it

  private @Nullable JobCondition reasonToEnd(Instant now) {
    var target = JobConditions.find(status, JobConditions.FAILURE_TARGET);
    if (target.isPresent()) {
      return failure(target.get().getReason(), target.get().getMessage(), now);
    }
    if (failed() > spec.getBackoffLimit() || restartsPastLimit()) {
      return targetOf("BackoffLimitExceeded", "Job has reached the specified backoff limit", now);
    }
    if (spec.getActiveDeadlineSeconds() != null && !suspended()) {
      Instant start = Times.parse(status.getStartTime()).orElse(now);
      Duration left = Duration.between(now, start.plusSeconds(spec.getActiveDeadlineSeconds()));
      if (!left.isPositive()) {
        return targetOf("DeadlineExceeded", "Job was active longer than specified deadline", now);
      }
      controller.look(name(), left);
    }
    return null;
  }

  private static JobCondition targetOf(String reason, String message, Instant now) {
    return JobConditions.condition(JobConditions.FAILURE_TARGET, reason, message, now);
  }

  private static JobCondition failure(String reason, String message, Instant now) {
    return JobConditions.condition(JobConditions.FAILED, reason, message, now);
  }

  /// Restarts in place count against the limit, from the first on.
  private boolean restartsPastLimit() {
    if (!"OnFailure".equals(spec.getTemplate().getSpec().getRestartPolicy())) {
      return false;
    }
    int restarts = 0;
    for (Pod pod : pods) {
      if (!PodOutcomes.terminal(pod)) {
        restarts += restarts(pod);
      }
    }
    int limit = spec.getBackoffLimit();
    return limit == 0 ? restarts > 0 : restarts >= limit;
  }

  private static int restarts(Pod pod) {
    int restarts = 0;
    for (var each : Absent.list(pod.getStatus().getInitContainerStatuses())) {
      restarts += Absent.number(each.getRestartCount(), 0);
    }
    for (var each : Absent.list(pod.getStatus().getContainerStatuses())) {
      restarts += Absent.number(each.getRestartCount(), 0);
    }
    return restarts;
  }

  private int succeeded() {
    int fresh =
        (int)
            pods.stream()
                .filter(each -> tracked(each) && fresh(each))
                .filter(PodOutcomes::succeeded)
                .count();
    return Absent.number(status.getSucceeded(), 0) + fresh + uncountedSucceeded.size();
  }

  private int failed() {
    int fresh =
        (int)
            pods.stream()
                .filter(each -> tracked(each) && fresh(each))
                .filter(each -> PodOutcomes.failed(each, job))
                .filter(each -> !PodOutcomes.ignored(each, job))
                .count();
    return Absent.number(status.getFailed(), 0) + fresh + uncountedFailed.size();
  }

  private boolean fresh(Pod pod) {
    String uid = pod.getMetadata().getUid();
    return !uncountedSucceeded.contains(uid) && !uncountedFailed.contains(uid);
  }

  private static boolean tracked(Pod pod) {
    return Metadata.finalizers(pod).contains(JobController.TRACKING);
  }

  private FailureBackOff newBackOff() {
    FailureBackOff record = controller.backOff(job);
    for (Pod pod : pods) {
      if (tracked(pod) && fresh(pod) && PodOutcomes.failed(pod, job)) {
        record = record.failed(PodOutcomes.finishedAt(pod));
      }
    }
    return record;
  }

  // --- Pods

  /// Creates or deletes Pods.
  ///
  /// @return how many are active then
  private int manage(Instant now) {
    if (suspended()) {
      active.forEach(this::release);
      return 0;
    }
    int wanted =
        Math.clamp(
            Absent.number(spec.getCompletions(), 1) - succeeded(),
            0,
            Absent.number(spec.getParallelism(), 1));
    if (active.size() > wanted) {
      active.subList(wanted, active.size()).forEach(this::release);
      return wanted;
    }
    boolean waitsForEnds = "Failed".equals(spec.getPodReplacementPolicy());
    int missing = wanted - active.size() - (waitsForEnds ? terminating : 0);
    if (missing <= 0) {
      return active.size();
    }
    Duration pause = backOff.left(now);
    if (pause.isPositive()) {
      controller.look(name(), pause);
      return 0;
    }
    return active.size() + create(missing);
  }

  private int create(int missing) {
    String refusal = faults.podCreationRefused(name());
    if (!refusal.isEmpty()) {
      counts.fired("pod creation refused");
      client.event("Job", name(), "FailedCreate", "");
      done = false;
      return 0;
    }
    try {
      for (int i = 0; i < missing; i++) {
        client.create(Kind.POD, JobPods.of(job));
      }
      return missing;
    } catch (ApiFailure e) {
      client.event("Job", name(), "FailedCreate", "");
      done = false;
      return 0;
    }
  }

  /// A Pod that goes by the Job's own wish does not count: it is let go first.
  private void release(Pod pod) {
    if (tracked(pod)) {
      controller.untrack(pod);
    }
    delete(pod);
  }

  private void delete(Pod pod) {
    ready -= PodOutcomes.ready(pod) ? 1 : 0;
    String podName = pod.getMetadata().getName();
    if (client.get(Kind.POD, podName).isPresent()) {
      client.delete(Kind.POD, podName, Deletion.of(pod.getMetadata().getUid()));
    }
    terminating++;
  }

  // --- status

  private boolean noteSuspension(Instant now) {
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

  /// Counts ended Pods in three steps, so that none is lost or counted twice: noted in the status,
  /// let go, counted.
  private void track(Instant now) {
    flush |= countReleased();
    List<Pod> over = new ArrayList<>();
    for (Pod pod : pods) {
      if (tracked(pod) && mayGo(pod)) {
        over.add(pod);
        note(pod);
      }
    }
    JobCondition end = ending;
    if (end != null && end.getType().equals(JobConditions.FAILURE_TARGET)) {
      append(end);
      end = failure(end.getReason(), end.getMessage(), now);
    } else if (end != null && end.getType().equals(JobConditions.SUCCESS_CRITERIA_MET)) {
      if (JobConditions.find(status, JobConditions.SUCCESS_CRITERIA_MET).isEmpty()) {
        append(end);
      }
      end = JobConditions.condition(JobConditions.COMPLETE, end.getReason(), end.getMessage(), now);
    }
    if (flush) {
      write();
      controller.backOff(job, backOff);
      flush = false;
    }
    over.forEach(controller::untrack);
    boolean counted = countReleased();
    boolean finished = end != null && finish(end);
    if (counted || finished) {
      write();
    }
  }

  private boolean mayGo(Pod pod) {
    return Metadata.deleting(job)
        || ending != null
        || PodOutcomes.succeeded(pod)
        || PodOutcomes.failed(pod, job);
  }

  private void note(Pod pod) {
    String uid = pod.getMetadata().getUid();
    if (PodOutcomes.succeeded(pod) && !uncountedFailed.contains(uid)) {
      if (!uncountedSucceeded.contains(uid)) {
        uncountedSucceeded.add(uid);
        flush = true;
      }
      return;
    }
    boolean failing =
        ending != null && !ending.getType().equals(JobConditions.SUCCESS_CRITERIA_MET);
    boolean counts = PodOutcomes.failed(pod, job) || failing;
    if (counts && !uncountedFailed.contains(uid) && !PodOutcomes.ignored(pod, job)) {
      uncountedFailed.add(uid);
      flush = true;
    }
  }

  /// Moves Pods that are tracked no more from the notes to the counters.
  private boolean countReleased() {
    List<String> stillTracked =
        controller.podsOf(job).stream()
            .filter(JobSync::tracked)
            .map(pod -> pod.getMetadata().getUid())
            .toList();
    int before = uncountedSucceeded.size() + uncountedFailed.size();
    int succeeded = uncountedSucceeded.size();
    uncountedSucceeded.retainAll(stillTracked);
    succeeded -= uncountedSucceeded.size();
    int failed = uncountedFailed.size();
    uncountedFailed.retainAll(stillTracked);
    failed -= uncountedFailed.size();
    if (succeeded > 0) {
      status.setSucceeded(Absent.number(status.getSucceeded(), 0) + succeeded);
    }
    if (failed > 0) {
      status.setFailed(Absent.number(status.getFailed(), 0) + failed);
    }
    return before != uncountedSucceeded.size() + uncountedFailed.size();
  }

  /// Ends the Job, but not while Pods are uncounted or on their way to the end.
  ///
  /// @return whether it is over now
  private boolean finish(JobCondition end) {
    if (!uncountedSucceeded.isEmpty() || !uncountedFailed.isEmpty() || terminating > 0) {
      return false;
    }
    append(end);
    if (end.getType().equals(JobConditions.COMPLETE)) {
      status.setCompletionTime(end.getLastTransitionTime());
    }
    return true;
  }

  private void append(JobCondition condition) {
    List<JobCondition> all = new ArrayList<>(Absent.list(status.getConditions()));
    all.add(condition);
    status.setConditions(all);
    flush = true;
  }

  private void write() {
    UncountedTerminatedPods uncounted = new UncountedTerminatedPods();
    uncounted.setSucceeded(List.copyOf(uncountedSucceeded));
    uncounted.setFailed(List.copyOf(uncountedFailed));
    status.setUncountedTerminatedPods(uncounted);
    JobStatus written = JobStatuses.copy(status);
    client.edit(
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

  static OwnerReference reference(Job job) {
    OwnerReference reference = new OwnerReference();
    reference.setApiVersion("batch/v1");
    reference.setKind("Job");
    reference.setName(job.getMetadata().getName());
    reference.setUid(job.getMetadata().getUid());
    reference.setController(true);
    reference.setBlockOwnerDeletion(true);
    return reference;
  }
}
