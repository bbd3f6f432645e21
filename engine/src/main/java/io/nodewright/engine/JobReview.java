package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.AttemptClass;
import io.nodewright.engine.lifecycle.Evidence;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobFate;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.JobResult;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.StageState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Goes through the Jobs of one node: records what ended or failed, then clears what may not stay
/// (03 §11.2 to §11.5, §12).
final class JobReview {

  private final NodeCase node;
  private final NodeWork work;
  private final InterruptReview interrupts;

  private JobReview(NodeCase node, NodeWork work) {
    this.node = node;
    this.work = work;
    this.interrupts = new InterruptReview(node, work);
  }

  /// Reviews the Jobs.
  ///
  /// @param compare whether Jobs are compared with the spec: not while paused, nor on a node out of
  ///   scope (03 §11.2)
  static void run(NodeCase node, NodeWork work, boolean compare) {
    JobReview review = new JobReview(node, work);
    for (JobFacts job : node.ownJobs()) {
      if (review.ours(job) && work.counts(job)) {
        review.record(job);
      }
    }
    review.interrupts.promote();
    if (compare) {
      for (JobFacts job : node.ownJobs()) {
        if (work.counts(job)) {
          review.judge(job);
        }
      }
    }
  }

  private boolean ours(JobFacts job) {
    return job.ownerUid().equals(node.subject().view().uid());
  }

  private void record(JobFacts job) {
    Evidence evidence = Evidence.of(job, node.subject().now());
    if (job.key().stage().isInterrupt() && !job.processed()) {
      recordInterrupt(job, evidence);
    } else if (job.unfinished()) {
      apply(job, JobResult.ofAttempts(job, work.entries(), evidence), evidence);
      StuckPods.tell(node, work, job, evidence);
      prune(job);
    } else if (!job.processed()) {
      apply(
          job,
          JobResult.ofFinished(job, work.entries(), evidence, this::interruptFollows),
          evidence);
      work.then(
          new Action.MarkJobProcessed(job, ttl(job))); // effects first, acknowledgement last (LW4)
      work.judged(job.key().ref());
    } else if (!job.hasTtl()) {
      work.then(new Action.MarkJobProcessed(job, ttl(job))); // 03 §15
    }
  }

  private void recordInterrupt(JobFacts job, Evidence evidence) {
    interrupts.tellStart(job);
    JobResult result = interrupts.result(job);
    if (!job.unfinished()) {
      interrupts.tellEnd(job, result);
      apply(job, result, evidence);
      work.then(new Action.MarkJobProcessed(job, ttl(job)));
      job.covers().forEach(work::judged);
      return;
    }
    apply(
        job,
        evidence.stuck() ? JobResult.ofAttempts(job, work.entries(), evidence) : result,
        evidence);
    interrupts.judge(job);
    interrupts.tellNeverBack(job);
  }

  /// Whether an uninstall is followed by the package's interrupt (02 §4.8 #6): the spec has the
  /// package at that version, with an interrupt.
  private boolean interruptFollows(PackageRef ref) {
    PackageSpec spec = node.subject().packages().get(ref.name());
    return spec != null && spec.ref().equals(ref) && spec.interrupt() instanceof Interrupt.Of;
  }

  private Duration ttl(JobFacts job) {
    return job.phase() instanceof JobPhase.Complete
        ? node.subject().settings().ttlSucceeded()
        : node.subject().settings().ttlFailed();
  }

  private void apply(JobFacts job, JobResult result, Evidence evidence) {
    Map<PackageRef, PackageRecord> before = node.entries();
    result.put().values().forEach(record -> tell(before.get(record.ref()), record));
    work.put(result.put());
    result.remove().forEach(work::remove);
    if (result.changesRecord()) {
      work.judged(job.key().ref());
    }
    if (result.failedForGood() && !job.key().stage().isInterrupt()) {
      tellFailure(job, evidence);
    }
  }

  private void tell(@Nullable PackageRecord before, PackageRecord after) {
    if (before == null || before.state() != after.state()) {
      work.then(
          node.event(
              false,
              "Apply",
              after.stage().word(),
              "Package [%s] state %s on [nodewright:%s]"
                  .formatted(after.ref().shown(), after.state().word(), node.subject().name())));
    }
  }

  private void tellFailure(JobFacts job, Evidence evidence) {
    String reason = job.phase() instanceof JobPhase.Failed failed ? failed.reason() : "Failed";
    String note =
        "Package [%s] stage [%s] failed on node [%s] after %d attempt(s), Job %s: %s%s"
            .formatted(
                job.key().ref().shown(),
                job.key().stage().word(),
                node.name(),
                Math.max(1, evidence.restarts()),
                job.name(),
                reason,
                evidence.cause().isEmpty() ? "" : ". Last: " + evidence.cause());
    work.then(node.event(true, "State", "StageFailed", note));
    work.then(node.eventOnNodeWright(true, "State", "StageFailed", note));
  }

  /// Of the genuine failed Pods the first and the latest stay (03 §12.2).
  private void prune(JobFacts job) {
    if (job.attempts().size() < 3) {
      return;
    }
    List<Attempt> genuine =
        job.attempts().stream().filter(attempt -> AttemptClass.of(attempt).genuine()).toList();
    for (int i = 1; i < genuine.size() - 1; i++) {
      Attempt middle = genuine.get(i);
      if (!middle.deleting()) {
        work.then(new Action.PruneAttempt(middle.pod(), middle.uid()));
      }
    }
  }

  private void judge(JobFacts job) {
    Subject subject = node.subject();
    JobFate fate =
        JobFate.of(
            job, subject.view().uid(), work.entries(), subject.packages(), subject::template);
    switch (fate) {
      case JobFate.Keep _ -> {}
      case JobFate.Delete(String why) -> work.then(new Action.DeleteJob(job, why));
      case JobFate.Reopen(String why) -> {
        Optional.ofNullable(work.entries().get(job.key().ref()))
            .ifPresent(entry -> work.put(entry.with(StageState.IN_PROGRESS, 0)));
        work.judged(job.key().ref());
        work.then(new Action.DeleteJob(job, why));
      }
    }
  }
}
