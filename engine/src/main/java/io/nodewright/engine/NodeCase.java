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
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.ordering.OrderGate;
import io.nodewright.engine.rollout.RolloutNode;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.Refusal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// One node in scope of the subject, with what was seen there and what follows from it (02 §3).
final class NodeCase {

  private final Subject subject;
  private final NodeView node;
  private final List<JobFacts> jobs;
  private final boolean member;
  private final Optional<OrderGate.Closed> order;
  private final @Nullable KnownNode known;
  private @Nullable Derived derived;
  private @Nullable QuietNode quiet;

  /// A node whose turn nobody holds back.
  NodeCase(Subject subject, NodeView node) {
    this(
        subject,
        node,
        subject.seen().jobsOn(node.name()),
        Optional.empty(),
        subject.view().status().nodePriority().containsKey(node.name()),
        null);
  }

  /// @param jobs our Jobs on the node, of every NodeWright
  /// @param order why it is not the subject's turn there; empty when it is
  /// @param member whether it is stored as a member (05 §1)
  /// @param earlier what an earlier pass made of the node, null when that is not known
  NodeCase(
      Subject subject,
      NodeView node,
      List<JobFacts> jobs,
      Optional<OrderGate.Closed> order,
      boolean member,
      @Nullable KnownNode earlier) {
    this.subject = subject;
    this.node = node;
    this.jobs = jobs;
    this.member = member;
    this.order = order;
    this.known = earlier != null && earlier.holds(this) ? earlier : null;
  }

  /// What an earlier pass made of just this, null when that is not known.
  @Nullable KnownNode known() {
    return known;
  }

  /// What follows from what was seen; of a node of which everything is known already nobody asks.
  private record Derived(
      NodeRecord record,
      SortedMap<PackageRef, PackageRecord> entries,
      List<JobFacts> ownJobs,
      boolean unfinishedJob,
      List<Taint> untolerated,
      boolean complete,
      TaintStep taintStep) {}

  private Derived derived() {
    Derived known = derived;
    if (known == null) {
      known = derive();
      derived = known;
    }
    return known;
  }

  private Derived derive() {
    NodeRecord record = node.record(subject.name());
    SortedMap<PackageRef, PackageRecord> entries =
        record.state() instanceof NodeState.Known(var known) ? known : Collections.emptySortedMap();
    List<JobFacts> ownJobs = own(jobs, subject.name());
    boolean unfinished = anyUnfinished(ownJobs);
    return new Derived(
        record,
        entries,
        ownJobs,
        unfinished,
        node.taints().isEmpty()
            ? List.of()
            : subject
                .tolerance()
                .untolerated(node.taints(), member && (unfinished || workBegun(entries))),
        PackageProgress.nodeComplete(
            record.state(), subject.packages(), subject.view().deleting(), subject.changedKeys()),
        subject.runtimeGate().step(node));
  }

  private static List<JobFacts> own(List<JobFacts> jobs, String nodeWright) {
    if (jobs.isEmpty()) {
      return jobs;
    }
    List<JobFacts> own = new ArrayList<>(jobs.size());
    for (JobFacts job : jobs) {
      if (job.key().nodeWright().equals(nodeWright)) {
        own.add(job);
      }
    }
    return own.size() == jobs.size() ? jobs : Collections.unmodifiableList(own);
  }

  private static boolean anyUnfinished(List<JobFacts> jobs) {
    for (JobFacts job : jobs) {
      if (job.unfinished()) {
        return true;
      }
    }
    return false;
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
    return derived().record();
  }

  /// Our Jobs there, of every NodeWright.
  List<JobFacts> jobs() {
    return jobs;
  }

  List<JobFacts> ownJobs() {
    return derived().ownJobs();
  }

  /// Jobs on the node that are at work, of every NodeWright, and own ones that will be: what a
  /// pause suspended goes on by itself.
  List<JobFacts> jobsAtWork() {
    return jobs.stream()
        .filter(
            job ->
                job.atWork() || (job.unfinished() && job.key().nodeWright().equals(subject.name())))
        .toList();
  }

  /// Readable entries; empty when there are none or they cannot be read.
  SortedMap<PackageRef, PackageRecord> entries() {
    return derived().entries();
  }

  Optional<String> unreadable() {
    return switch (record().state()) {
      case NodeState.Known _ -> Optional.empty();
      case NodeState.Unreadable(String problem) -> Optional.of(problem);
    };
  }

  /// How far the node is on its way to being quiet, for who needs that.
  QuietNode quiet() {
    QuietNode known = quiet;
    if (known == null) {
      known = new QuietNode(this);
      quiet = known;
    }
    return known;
  }

  /// What is done about the runtime-required taint.
  TaintStep taintStep() {
    return derived().taintStep();
  }

  /// LD7, on the record as stored.
  boolean complete() {
    return derived().complete();
  }

  /// Whether it is stored as a member (05 §1).
  boolean member() {
    return member;
  }

  boolean ignored() {
    return node.ignored();
  }

  List<Taint> untolerated() {
    return derived().untolerated();
  }

  Optional<OrderGate.Closed> order() {
    return order;
  }

  boolean busy() {
    return subject.seen().busyNodes().containsKey(name());
  }

  /// A foreign object under the name of a Job or ConfigMap of ours (03 §11.1).
  Optional<Refusal> nameTaken() {
    if (!subject.refusedOn(name())) {
      return Optional.empty(); // nearly always
    }
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
    for (JobFacts job : ownJobs()) {
      if (job.processed() && failed(job, entry)) {
        return Optional.of(job);
      }
    }
    return Optional.empty();
  }

  /// Whether the stage of that record failed for good: its Job is `Failed`, and processed or about
  /// to be in this very pass because the record says `erroring`.
  boolean failedForGood(PackageRecord entry) {
    for (JobFacts job : ownJobs()) {
      if (failed(job, entry)) {
        return true;
      }
    }
    return false;
  }

  /// The same, where that Job stays: otherwise the stage begins anew (03 §11.2).
  private boolean staysFailed(PackageRecord entry) {
    for (JobFacts job : ownJobs()) {
      if (failed(job, entry) && keeps(job)) {
        return true;
      }
    }
    return false;
  }

  private boolean failed(JobFacts job, PackageRecord entry) {
    return entry.state() == StageState.ERRORING
        && job.key().stage() == entry.stage()
        && job.key().ref().equals(entry.ref())
        && ((job.phase() instanceof JobPhase.Failed && !job.deleting())
            || InterruptResult.neverBack(job, subject.now()));
  }

  /// Whether that Job may stay as it is (03 §11.2).
  boolean keeps(JobFacts job) {
    return JobFate.of(job, subject.view().uid(), entries(), subject.packages(), subject::template)
        instanceof JobFate.Keep;
  }

  /// Some active package is timed out (LN8), and not about to leave that: by its uninstall (02 §4.8
  /// #3), since another version ran meanwhile (02 §4.5), or since its Job is not what the spec asks
  /// for now and its stage begins anew (03 §11.2).
  boolean timedOut(Map<PackageRef, PackageRecord> entries) {
    if (ownJobs().isEmpty()) {
      return false; // a failed Job is what tells
    }
    for (PackageSpec spec : subject.packages().values()) {
      PackageRecord entry = entries.get(spec.ref());
      if (entry != null
          && staysFailed(entry)
          && !PackageProgress.ranSince(spec, entries)
          && (!subject.uninstalls(spec) || entry.inUninstallCycle())) {
        return true;
      }
    }
    return false;
  }

  boolean unfinishedJob() {
    return derived().unfinishedJob();
  }

  /// Whether a package is in progress or erroring, in this version or in the one before: what
  /// exempts a member from lifecycle taints (05 §3.3).
  private boolean workBegun(SortedMap<PackageRef, PackageRecord> entries) {
    for (PackageRecord entry : entries.values()) {
      if (subject.packages().containsKey(entry.ref().name())
          && (entry.state() == StageState.IN_PROGRESS || entry.state() == StageState.ERRORING)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a package with uninstall enabled is recorded here: all that a deletion still has to do
  /// on a node (LF5).
  boolean uninstallWork() {
    for (PackageSpec spec : subject.packages().values()) {
      if (spec.uninstallEnabled() && entries().containsKey(spec.ref())) {
        return true;
      }
    }
    return false;
  }

  /// The node as batches look at it. In a deletion a node on which nothing runs and nothing is to
  /// be uninstalled is through, whatever else stands there half done: its place is free.
  RolloutNode forRollout() {
    if (known != null) {
      return known.rollout();
    }
    RolloutNode.Outcome outcome =
        complete() || (subject.view().deleting() && !uninstallWork() && !unfinishedJob())
            ? RolloutNode.Outcome.COMPLETE
            : ignored() || !untolerated().isEmpty() || nameTaken().isPresent()
                ? RolloutNode.Outcome.BLOCKED
                : timedOut(entries()) || quiet().timedOut()
                    ? RolloutNode.Outcome.ERRORING
                    : RolloutNode.Outcome.NONE;
    boolean eligible =
        outcome != RolloutNode.Outcome.BLOCKED
            && unreadable().isEmpty()
            && order.isEmpty()
            && !subject.view().paused()
            && !subject.view().disabled()
            && !subject.heldByPolicy();
    return new RolloutNode(node.labels(), outcome, eligible, work());
  }

  private RolloutNode.Work work() {
    if (!unfinishedJob()) {
      return RolloutNode.Work.NONE;
    }
    for (JobFacts job : ownJobs()) {
      if (job.unfinished() && !(job.phase() instanceof JobPhase.Lost)) {
        return RolloutNode.Work.JOB;
      }
    }
    return RolloutNode.Work.STRAY_POD;
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
