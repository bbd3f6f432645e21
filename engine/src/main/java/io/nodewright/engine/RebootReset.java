package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.NodeRecord;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a reboot of a node means where `REAPPLY_ON_REBOOT` is set (02 §4.17): its Jobs go, then its
/// record, and once both are seen gone the boot ID is recorded. Until that is seen stored nothing
/// starts there, so that a stop in between resets no new work.
final class RebootReset {

  private final NodeCase node;

  RebootReset(NodeCase node) {
    this.node = node;
  }

  /// Whether the node has another boot ID than the one that was handled last, and that matters. A
  /// record that cannot be read waits for its repair first (02 §4.21).
  boolean due() {
    Subject subject = node.subject();
    if (!subject.settings().reapplyOnReboot()) {
      return false;
    }
    String handled = subject.view().status().nodeBootIds().getOrDefault(node.name(), "");
    return !handled.isEmpty()
        && !node.node().bootId().isEmpty()
        && !handled.equals(node.node().bootId());
  }

  /// Whether nothing is left to reset.
  boolean done() {
    return node.unreadable().isEmpty() && jobs().isEmpty() && keys().isEmpty();
  }

  /// Resets the node: Jobs first, also those that are complete and not recorded.
  void plan(NodeWork work) {
    jobs().forEach(job -> work.first(new Action.DeleteJob(job, "its node was rebooted")));
    SortedSet<NodeEdit.Key> keys = keys();
    if (!keys.isEmpty()) {
      work.forget(keys);
      String note = "[" + node.subject().name() + "] boot ID changed, state reset";
      work.then(node.event(false, "Reboot", "Reset", note));
      work.then(node.eventOnNodeWright(false, "Reboot", "Reset", note));
    }
  }

  private List<JobFacts> jobs() {
    return node.ownJobs().stream().filter(job -> !job.deleting()).toList();
  }

  /// All keys of the NodeWright but its cordon and the mark of an own reboot.
  private SortedSet<NodeEdit.Key> keys() {
    NodeRecord record = node.record();
    SortedSet<NodeEdit.Key> keys = new TreeSet<>();
    addIf(keys, NodeEdit.Key.STATE, record.stateText());
    addIf(keys, NodeEdit.Key.STATUS, record.statusText());
    addIf(keys, NodeEdit.Key.STATUS_LABEL, record.statusLabel());
    addIf(keys, NodeEdit.Key.VERSION, record.versionText());
    addIf(keys, NodeEdit.Key.DRAIN_START, record.drainStartText());
    addIf(keys, NodeEdit.Key.DRAIN_BLOCKED, record.drainBlockedText());
    return keys;
  }

  private static void addIf(SortedSet<NodeEdit.Key> keys, NodeEdit.Key key, String stored) {
    if (!stored.equals(NodeRecord.ABSENT)) {
      keys.add(key);
    }
  }
}
