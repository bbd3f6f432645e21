package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.gate.TaintStep;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.List;
import java.util.Optional;
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

  /// Whether the node is to be reset now. A record that cannot be read waits for its repair first
  /// (02 §4.21). One that an uninstall has begun on waits for its end: a package that lost its
  /// record would read as uninstalled, and its host would keep half of it. A deletion applies
  /// nothing again, so nothing is reset for it.
  boolean due() {
    return unhandled() && !node.subject().view().deleting() && !uninstalling();
  }

  /// Whether the reboot is through with: nothing more is to be done about it.
  boolean handled() {
    return !unhandled() || node.subject().view().deleting() || (!uninstalling() && done());
  }

  private boolean unhandled() {
    Subject subject = node.subject();
    return subject.settings().reapplyOnReboot() && rebooted(subject.view(), node.node());
  }

  private boolean uninstalling() {
    return node.entries().values().stream().anyMatch(PackageRecord::inUninstallCycle);
  }

  /// Whether the node has another boot ID than the NodeWright handled last; a first sight is none.
  static boolean rebooted(NodeWrightView nodeWright, NodeView node) {
    String handled = nodeWright.status().nodeBootIds().getOrDefault(node.name(), "");
    return !handled.isEmpty() && !node.bootId().isEmpty() && !handled.equals(node.bootId());
  }

  /// Whether nothing is left to reset.
  private boolean done() {
    return node.unreadable().isEmpty() && !waitsForTaint() && jobs().isEmpty() && keys().isEmpty();
  }

  /// Resets the node: Jobs first, also those that are complete and not recorded.
  void plan(NodeWork work) {
    TaintWork.rebooted(node, work);
    if (waitsForTaint()) {
      return; // it keeps its record and its Jobs until the taint is there (05 §14)
    }
    jobs().forEach(job -> work.first(new Action.DeleteJob(job, "its node was rebooted")));
    SortedSet<NodeEdit.Key> keys = keys();
    if (!keys.isEmpty()) {
      work.forget(keys);
      ownReboot().ifPresent(id -> work.edit(new NodeEdit.PutRebooted(id)));
      String note = "[" + node.subject().name() + "] boot ID changed, state reset";
      work.then(node.event(false, "Reboot", "Reset", note));
      work.then(node.eventOnNodeWright(false, "Reboot", "Reset", note));
    }
  }

  private boolean waitsForTaint() {
    return node.taintStep() instanceof TaintStep.Apply(List<String> forWhom)
        && forWhom.contains(node.subject().name());
  }

  /// The resource id of an own reboot interrupt that the record has unfinished: it has just been
  /// done, whatever the host remembers of it (05 §14).
  private Optional<String> ownReboot() {
    return node.ownJobs().stream()
        .filter(job -> job.run().reboots())
        .filter(
            job -> {
              PackageRecord host = node.entries().get(job.key().ref());
              return host != null && host.openAt(job.key().stage());
            })
        .map(job -> job.run().resourceId())
        .filter(id -> !id.isEmpty() && !id.equals(node.record().rebootedText()))
        .findFirst();
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
