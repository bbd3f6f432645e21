package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeView.NodeConditions;
import io.nodewright.engine.status.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Nodes that the NodeWright has to do with no more: gone from the cluster, out of its selector, or
/// let go because it is being deleted (02 §4.12, §4.19).
final class Departures {

  private final Subject subject;

  Departures(Subject subject) {
    this.subject = subject;
  }

  /// What is done for every node that is not in scope.
  ///
  /// @param outside the nodes that are there and not in scope
  List<NodeActions> outOfScope(List<NodeView> outside) {
    List<NodeActions> all = new ArrayList<>();
    ByName.Cursor<NodeView> there = ByName.copyOf(subject.seen().nodes()).cursor();
    subject
        .seen()
        .jobs()
        .forEach(
            (node, jobs) -> {
              if (there.at(node) == null) {
                gone(node, jobs).ifPresent(all::add);
              }
            });
    for (NodeView node : outside) {
      if (touched(node) && !subject.runtimeGate().heldOut(node)) {
        left(node).ifPresent(all::add);
      }
    }
    return all;
  }

  /// Jobs of a node that is no more go whatever their state (L99).
  private Optional<NodeActions> gone(String node, List<JobFacts> jobs) {
    List<Action> actions = new ArrayList<>();
    jobs.stream()
        .filter(job -> job.key().nodeWright().equals(subject.name()) && !job.deleting())
        .forEach(job -> actions.add(new Action.DeleteJob(job, "its node is gone")));
    if (actions.isEmpty() || subject.seen().busyNodes().containsKey(node)) {
      return Optional.empty();
    }
    actions.addFirst(new Action.ConfirmGone(new TreeSet<>(Set.of(node))));
    return Optional.of(new NodeActions(node, true, actions));
  }

  private boolean touched(NodeView node) {
    return node.record(subject.name()).touched()
        || node.conditionsOf(subject.name()).present()
        || subject.seen().jobsOn(node.name()).stream()
            .anyMatch(job -> job.key().nodeWright().equals(subject.name()));
  }

  /// A node out of scope: what still runs is recorded; then the status keys go, and the record
  /// stays (L97).
  private Optional<NodeActions> left(NodeView view) {
    NodeCase node = new NodeCase(subject, view);
    if (node.busy() || node.unreadable().isPresent()) {
      return Optional.empty();
    }
    NodeWork work = new NodeWork(node);
    JobReview.run(node, work, false);
    if (!node.unfinishedJob()) {
      release(node, work, false);
    }
    return work.idle()
        ? Optional.empty()
        : Optional.of(new NodeActions(view.name(), true, work.actions()));
  }

  /// Lets a node go for good: unfinished Jobs, keys and conditions of the NodeWright (LF6, LF7).
  Optional<NodeActions> letGo(NodeCase node) {
    NodeWork work = new NodeWork(node);
    node.ownJobs().stream()
        .filter(job -> job.unfinished() && !job.deleting())
        .forEach(job -> work.first(new Action.DeleteJob(job, "its NodeWright is being deleted")));
    if (!node.unfinishedJob()) {
      release(node, work, true);
    }
    return node.busy() || work.idle()
        ? Optional.empty()
        : Optional.of(new NodeActions(node.name(), true, work.actions()));
  }

  /// Whether nothing of ours is left on the node but what is kept (LF7).
  boolean released(NodeCase node) {
    return !node.unfinishedJob()
        && !node.record().cordons()
        && keysToRemove(node, true).isEmpty()
        && !node.node().conditionsOf(subject.name()).present();
  }

  /// Which Job or Pod keeps the node from being let go; empty when none does.
  Optional<Verdict> stillAtWork(NodeCase node) {
    return node.ownJobs().stream()
        .filter(JobFacts::unfinished)
        .findFirst()
        .map(JobInTheWay::new)
        .map(
            job ->
                new Verdict(
                    node.name(),
                    "",
                    Verdict.Reason.WAITS_FOR_JOB_TO_GO,
                    "is let go once " + job.shown() + " is gone",
                    job.since(),
                    job.release()));
  }

  private void release(NodeCase node, NodeWork work, boolean forGood) {
    CordonEnd.run(node, work);
    SortedSet<NodeEdit.Key> keys = keysToRemove(node, forGood);
    if (!keys.isEmpty()) {
      work.edit(new NodeEdit.Remove(keys));
    }
    if (node.node().conditionsOf(subject.name()).present()) {
      work.last(new Action.SetNodeConditions(node.node(), subject.name(), NodeConditions.NONE));
    }
  }

  private static SortedSet<NodeEdit.Key> keysToRemove(NodeCase node, boolean forGood) {
    NodeRecord record = node.record();
    SortedSet<NodeEdit.Key> keys = new TreeSet<>();
    addIf(keys, NodeEdit.Key.STATUS, record.statusText());
    addIf(keys, NodeEdit.Key.STATUS_LABEL, record.statusLabel());
    addIf(keys, NodeEdit.Key.DRAIN_START, record.drainStartText());
    addIf(keys, NodeEdit.Key.DRAIN_BLOCKED, record.drainBlockedText());
    if (forGood) {
      addIf(keys, NodeEdit.Key.REBOOTED, record.rebootedText());
      boolean keeps = record.state() instanceof NodeState.Known(var entries) && !entries.isEmpty();
      if (!keeps) {
        addIf(keys, NodeEdit.Key.STATE, record.stateText());
        addIf(keys, NodeEdit.Key.VERSION, record.versionText());
      }
    }
    return keys;
  }

  private static void addIf(SortedSet<NodeEdit.Key> keys, NodeEdit.Key key, String stored) {
    if (!stored.equals(NodeRecord.ABSENT)) {
      keys.add(key);
    }
  }
}
