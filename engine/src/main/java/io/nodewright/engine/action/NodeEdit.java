package io.nodewright.engine.action;

import io.nodewright.engine.drain.DrainBlocker;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.status.Status;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// One change of what a node carries of a NodeWright.
public sealed interface NodeEdit {

  /// Changes members of `nodeState_<nw>`; the others stay as they are (LW2).
  ///
  /// @param put new or changed records
  /// @param remove members that go; when none is left the annotation stays as `{}` (LR2)
  record PutRecords(SortedMap<PackageRef, PackageRecord> put, SortedSet<PackageRef> remove)
      implements NodeEdit {
    /// Copies the collections.
    public PutRecords {
      put = Collections.unmodifiableSortedMap(new TreeMap<>(put));
      remove = Collections.unmodifiableSortedSet(new TreeSet<>(remove));
    }
  }

  /// Sets annotation and label `status_<nw>`.
  record PutStatus(Status status) implements NodeEdit {}

  /// Sets annotation `version_<nw>`.
  record PutVersion(String version) implements NodeEdit {}

  /// Makes the node unschedulable and writes `cordon_<nw>`, whichever of both is missing (04 §4.1).
  record Cordon() implements NodeEdit {}

  /// Takes `cordon_<nw>` off the node (04 §14). Rests on keys that are *not* there: the write names
  /// the version of the node that was read, and fails when the holders of the cordon have changed.
  ///
  /// @param uncordon whether the node becomes schedulable
  record ReleaseCordon(boolean uncordon) implements NodeEdit {}

  /// Takes `runtimeRequiredCordon` off a node that somebody has made schedulable (04 §15).
  record UnmarkPersistentCordon() implements NodeEdit {}

  /// Makes the node unschedulable and writes `runtimeRequiredCordon`, whichever of both is missing
  /// (04 §15).
  record PlacePersistentCordon() implements NodeEdit {}

  /// Takes these taints off the node, each as it was seen; others stay, whoever adds or removes
  /// them meanwhile (05 §13).
  ///
  /// @param taints in the order of the node; never empty
  record RemoveTaints(List<Taint> taints) implements NodeEdit {
    /// Copies the taints.
    public RemoveTaints {
      taints = List.copyOf(taints);
    }
  }

  /// Sets `rebooted_<nw>` (05 §14).
  ///
  /// @param resourceId of the reboot interrupt that the node has had
  record PutRebooted(String resourceId) implements NodeEdit {}

  /// Sets `drainStart_<nw>` (04 §8).
  record PutDrainStart(Instant start) implements NodeEdit {}

  /// Sets `drainBlocked_<nw>` (04 §7.1).
  ///
  /// @param blockers sorted; never empty
  record PutDrainBlocked(List<DrainBlocker> blockers) implements NodeEdit {
    /// Copies the blockers.
    public PutDrainBlocked {
      blockers = List.copyOf(blockers);
    }
  }

  /// Takes exactly these keys of the NodeWright off the node.
  record Remove(SortedSet<Key> keys) implements NodeEdit {
    /// Copies the keys.
    public Remove {
      keys = Collections.unmodifiableSortedSet(new TreeSet<>(keys));
    }
  }

  /// The per-NodeWright keys on a node (01 §8.2).
  enum Key {
    STATE,
    STATUS,
    STATUS_LABEL,
    VERSION,
    CORDON,
    DRAIN_START,
    DRAIN_BLOCKED,
    REBOOTED
  }
}
