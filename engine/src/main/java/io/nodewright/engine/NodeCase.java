package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.gate.TaintStep;
import io.nodewright.engine.interrupt.InterruptResult;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobFate;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.ordering.OrderGate;
import io.nodewright.engine.rollout.RolloutNode;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.Refusal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/// One node in scope of the subject, with what was seen there and what follows from it (02 §3).
final class NodeCase {

  private final Subject subject;
  private final NodeView node;
  private final List<JobFacts> ownJobs;
  private final Optional<OrderGate.Closed> order;
  private final List<Taint> untolerated;
  private final boolean complete;
  private final QuietNode quiet;
  private final TaintStep taintStep;

  NodeCase(Subject subject, NodeView node, OrderGate gate) {
    this.subject = subject;
    this.node = node;
    this.ownJobs =
        subject.seen().jobsOn(node.name()).stream()
            .filter(job -> job.key().nodeWright().equals(subject.name()))
            .toList();
    this.order = gate.closedOn(node.name());
    this.untolerated =
        node.taints().isEmpty()
            ? List.of()
            : subject.tolerance().untolerated(node.taints(), member() && workBegun());
    this.complete =
        PackageProgress.nodeComplete(
            record().state(), subject.packages(), subject.view().deleting(), subject.changedKeys());
    this.quiet = new QuietNode(this);
    this.taintStep = subject.runtimeGate().step(node);
  }

  Subject subject() {
    return subject;
  }

  NodeView node() {
    return node;
  }

  String name() {
    return node.name();
  }

  NodeRecord record() {
    return node.record(subject.name());
  }

  List<JobFacts> ownJobs() {
    return ownJobs;
  }

  /// Readable entries; empty when there are none or they cannot be read.
  SortedMap<PackageRef, PackageRecord> entries() {
    return switch (record().state()) {
      case NodeState.Known(var entries) -> entries;
      case NodeState.Unreadable _ -> Collections.emptySortedMap();
    };
  }

  Optional<String> unreadable() {
    return switch (record().state()) {
      case NodeState.Known _ -> Optional.empty();
      case NodeState.Unreadable(String problem) -> Optional.of(problem);
    };
  }

  /// How far the node is on its way to being quiet, for who needs that.
  QuietNode quiet() {
    return quiet;
  }

  /// What is done about the runtime-required taint.
  TaintStep taintStep() {
    return taintStep;
  }

  /// LD7, on the record as stored.
  boolean complete() {
    return complete;
  }

  /// Whether it is stored as a member (05 §1).
  boolean member() {
    return subject.view().status().nodePriority().containsKey(name());
  }

  boolean ignored() {
    return node.ignored();
  }

  List<Taint> untolerated() {
    return untolerated;
  }

  Optional<OrderGate.Closed> order() {
    return order;
  }

  boolean busy() {
    return subject.seen().busyNodes().contains(name());
  }

  /// A foreign object under the name of a Job or ConfigMap of ours (03 §11.1).
  Optional<Refusal> nameTaken() {
    return subject.seen().refusals().values().stream()
        .filter(refusal -> refusal.kind() == Refusal.Kind.NAME_TAKEN)
        .filter(refusal -> refusal.key().nodeWright().equals(subject.name()))
        .filter(refusal -> refusal.key().node().equals(name()))
        .findFirst();
  }

  /// What a reboot of the node asks for.
  RebootReset reboot() {
    return new RebootReset(this);
  }

  /// The Job that stands as the mark that the entry's stage failed for good (02 §1.2).
  Optional<JobFacts> failedJob(PackageRecord entry) {
    return failedJobs(entry).filter(JobFacts::processed).findFirst();
  }

  /// Whether the stage of that record failed for good: its Job is `Failed`, and processed or about
  /// to be in this very pass because the record says `erroring`.
  boolean failedForGood(PackageRecord entry) {
    return failedJobs(entry).findAny().isPresent();
  }

  private Stream<JobFacts> failedJobs(PackageRecord entry) {
    if (entry.state() != StageState.ERRORING) {
      return Stream.empty();
    }
    return ownJobs.stream()
        .filter(job -> job.key().ref().equals(entry.ref()) && job.key().stage() == entry.stage())
        .filter(
            job ->
                (job.phase() instanceof JobPhase.Failed && !job.deleting())
                    || InterruptResult.neverBack(job, subject.now()));
  }

  /// Whether that Job may stay as it is (03 §11.2).
  boolean keeps(JobFacts job) {
    return JobFate.of(job, subject.view().uid(), entries(), subject.packages(), subject::template)
        instanceof JobFate.Keep;
  }

  /// Some active package is timed out (LN8), and not about to leave that: by its uninstall (02 §4.8
  /// #3), or since another version ran meanwhile (02 §4.5).
  boolean timedOut(Map<PackageRef, PackageRecord> entries) {
    return subject.packages().values().stream()
        .anyMatch(
            spec -> {
              PackageRecord entry = entries.get(spec.ref());
              return entry != null
                  && failedForGood(entry)
                  && !PackageProgress.ranSince(spec, entries)
                  && (!subject.uninstalls(spec) || entry.inUninstallCycle());
            });
  }

  boolean unfinishedJob() {
    return ownJobs.stream().anyMatch(JobFacts::unfinished);
  }

  /// Whether a package is in progress or erroring, in this version or in the one before: what
  /// exempts a member from lifecycle taints (05 §3.3).
  private boolean workBegun() {
    return entries().values().stream()
        .filter(entry -> subject.packages().containsKey(entry.ref().name()))
        .anyMatch(
            entry ->
                entry.state() == StageState.IN_PROGRESS || entry.state() == StageState.ERRORING);
  }

  /// Whether a package with uninstall enabled is recorded here: all that a deletion still has to do
  /// on a node (LF5).
  boolean uninstallWork() {
    return subject.packages().values().stream()
        .anyMatch(spec -> spec.uninstallEnabled() && entries().containsKey(spec.ref()));
  }

  /// The node as batches look at it. In a deletion a node on which nothing runs and nothing is to
  /// be uninstalled is through, whatever else stands there half done: its place is free.
  RolloutNode forRollout() {
    RolloutNode.Outcome outcome =
        complete || (subject.view().deleting() && !uninstallWork() && !unfinishedJob())
            ? RolloutNode.Outcome.COMPLETE
            : ignored() || !untolerated.isEmpty() || nameTaken().isPresent()
                ? RolloutNode.Outcome.BLOCKED
                : timedOut(entries()) || quiet.timedOut()
                    ? RolloutNode.Outcome.ERRORING
                    : RolloutNode.Outcome.NONE;
    boolean eligible =
        outcome != RolloutNode.Outcome.BLOCKED
            && unreadable().isEmpty()
            && order.isEmpty()
            && !subject.view().paused()
            && !subject.view().disabled()
            && !policyHolds();
    return new RolloutNode(node.labels(), outcome, eligible, unfinishedJob());
  }

  private boolean policyHolds() {
    return subject.policyMissing() && !subject.view().deleting();
  }

  Action.Subject asEventSubject() {
    return new Action.Subject.OfNode(node.name(), node.uid());
  }

  /// An event on the node, related to the NodeWright.
  Action.RecordEvent event(boolean warning, String reason, String action, String note) {
    return new Action.RecordEvent(
        new Action.Event(
            asEventSubject(),
            subject.asEventSubject(),
            warning,
            reason,
            action,
            note,
            subject.now()));
  }

  /// An event on the NodeWright, related to the node.
  Action.RecordEvent eventOnNodeWright(boolean warning, String reason, String action, String note) {
    return new Action.RecordEvent(
        new Action.Event(
            subject.asEventSubject(),
            asEventSubject(),
            warning,
            reason,
            action,
            note,
            subject.now()));
  }
}
