package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.drain.DrainTexts;
import io.nodewright.engine.interrupt.InterruptEvidence;
import io.nodewright.engine.interrupt.InterruptResult;
import io.nodewright.engine.interrupt.RestartVerdict;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.JobResult;
import io.nodewright.engine.lifecycle.Limit;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Reads what an interrupt Job of a node tells: the events of its end, the verdict on its restarts,
/// and members that were left behind (03 §13, 04 §12; LM10).
final class InterruptReview {

  /// Why a Job counts as failed that is about to fail and cannot end.
  static final String NEVER_BACK_CAUSE =
      "its time is over and its Pod does not go, since the node does not answer";

  private final NodeCase node;
  private final NodeWork work;

  InterruptReview(NodeCase node, NodeWork work) {
    this.node = node;
    this.work = work;
  }

  /// What the Job changes in the record.
  JobResult result(JobFacts job) {
    return InterruptResult.of(job, work.entries(), node.subject().now());
  }

  /// Ends a Job that has spent its restarts.
  void judge(JobFacts job) {
    switch (RestartVerdict.of(job)) {
      case RestartVerdict.GoesOn _ -> {}
      case RestartVerdict.Spent(int restarts) -> {
        String cause = InterruptEvidence.of(job).cause();
        work.then(new Action.EndInterruptJob(job, restarts, cause));
        tell(
            true,
            "RestartLimitExceeded",
            "[%s] interrupt Job %s on node %s ended after %d restarts (allowance %d)%s"
                .formatted(
                    node.subject().name(),
                    job.name(),
                    node.name(),
                    restarts,
                    job.restartAllowance(),
                    cause.isEmpty() ? "" : "; last: " + cause)); // IE4
      }
    }
  }

  /// Tells of a Job that is seen first, by its name (IE13).
  void tellStart(JobFacts job) {
    String note =
        "[%s] %s for packages %s (Job %s)"
            .formatted(node.subject().name(), word(job), covered(job), job.name());
    work.tell(
        "interrupt " + job.uid(),
        "",
        node.event(false, "Interrupt", "InterruptStarted", note),
        node.eventOnNodeWright(false, "Interrupt", "InterruptStarted", note));
  }

  /// Tells, once while this process lives, of a Job that counts as failed although it cannot end:
  /// no other event comes of it while the node stays away.
  void tellNeverBack(JobFacts job) {
    if (!InterruptResult.neverBack(job, node.subject().now())) {
      return;
    }
    String note =
        "[%s] interrupt Job %s for packages %s on node %s counts as failed: %s"
            .formatted(
                node.subject().name(), job.name(), covered(job), node.name(), NEVER_BACK_CAUSE);
    work.tell(
        "never back " + job.uid(),
        "",
        node.event(true, "Interrupt", "NodeNeverBack", note),
        node.eventOnNodeWright(true, "Interrupt", "NodeNeverBack", note));
  }

  /// Tells how a finished Job ended, before it is marked as recorded.
  void tellEnd(JobFacts job, JobResult result) {
    switch (job.phase()) {
      case JobPhase.Complete _ -> {
        if (result.changesRecord()) {
          tell(
              false,
              "InterruptCompleted",
              "[%s] %s complete".formatted(node.subject().name(), word(job))); // IE14
        }
      }
      case JobPhase.Failed failed -> {
        if (failed.reason().equals("DeadlineExceeded")) {
          tell(
              true,
              "DeadlineExceeded",
              "[%s] interrupt Job %s on node %s reached its deadline of %s"
                  .formatted(
                      node.subject().name(),
                      job.name(),
                      node.name(),
                      DrainTexts.shown(deadline(job)))); // IE5
        }
      }
      case JobPhase.Unfinished _, JobPhase.Failing _, JobPhase.Lost _ -> {}
    }
  }

  /// Members that are still covered by a Job whose success is recorded already (LM10).
  void promote() {
    if (node.ownJobs().isEmpty()) {
      return; // a Job has to tell of it
    }
    List<PackageRecord> entries = List.copyOf(work.entries().values());
    for (PackageRecord entry : entries) {
      if (entry.openAt(Stage.INTERRUPT)) {
        return;
      }
    }
    for (PackageRecord entry : entries) {
      if (entry.at(Stage.INTERRUPT, StageState.SKIPPED) && satisfied(entry)) {
        work.put(InterruptResult.completed(entry, entry.restarts()));
        work.judged(entry.ref());
      }
    }
  }

  private boolean satisfied(PackageRecord entry) {
    List<JobFacts> covering =
        node.ownJobs().stream()
            .filter(job -> job.key().stage() == Stage.INTERRUPT)
            .filter(job -> job.covers().contains(entry.ref()))
            .toList();
    return covering.stream().noneMatch(JobFacts::unfinished)
        && covering.stream()
            .anyMatch(job -> job.phase() instanceof JobPhase.Complete && !job.deleting());
  }

  private void tell(boolean warning, String action, String note) {
    work.then(node.event(warning, "Interrupt", action, note));
    work.then(node.eventOnNodeWright(warning, "Interrupt", action, note));
  }

  private static String covered(JobFacts job) {
    return job.covers().stream().map(PackageRef::name).collect(Collectors.joining(", "));
  }

  static String word(JobFacts job) {
    return switch (job.run().interrupt()) {
      case Interrupt.Of(var type, var _) -> type.word();
      case Interrupt.None _ -> "interrupt";
    };
  }

  /// As it would be set now; the Job's own is not kept.
  private Duration deadline(JobFacts job) {
    return Optional.ofNullable(node.subject().packages().get(job.key().ref().name()))
        .map(PackageSpec::stageTimeout)
        .orElse(new Limit.Inherited())
        .or(node.subject().settings().stageTimeout());
  }
}
