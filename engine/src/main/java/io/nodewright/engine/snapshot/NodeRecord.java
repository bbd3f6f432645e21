package io.nodewright.engine.snapshot;

import io.nodewright.engine.drain.DrainBlocker;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import java.util.List;
import java.util.Optional;

/// What a node carries of one NodeWright in its annotations and labels (02 §2.1, §2.3). Texts are
/// as stored, so that a write can name what it was decided on; an absent one is [#ABSENT].
///
/// @param state annotation `nodeState_<nw>`, read
/// @param stateText the same as stored
/// @param statusText annotation `status_<nw>`
/// @param statusLabel label `status_<nw>`
/// @param versionText annotation `version_<nw>`
/// @param cordonText annotation `cordon_<nw>`; presence is what counts
/// @param drainStartText annotation `drainStart_<nw>`
/// @param drainBlockedText annotation `drainBlocked_<nw>`
/// @param rebootedText annotation `rebooted_<nw>`
/// @param drainBlocked annotation `drainBlocked_<nw>`, read; empty when absent or unreadable
public record NodeRecord(
    NodeState state,
    String stateText,
    String statusText,
    String statusLabel,
    String versionText,
    String cordonText,
    String drainStartText,
    String drainBlockedText,
    String rebootedText,
    List<DrainBlocker> drainBlocked) {

  /// Copies the blockers.
  public NodeRecord {
    drainBlocked = List.copyOf(drainBlocked);
  }

  /// A record without blockers.
  public NodeRecord(
      NodeState state,
      String stateText,
      String statusText,
      String statusLabel,
      String versionText,
      String cordonText,
      String drainStartText,
      String drainBlockedText,
      String rebootedText) {
    this(
        state,
        stateText,
        statusText,
        statusLabel,
        versionText,
        cordonText,
        drainStartText,
        drainBlockedText,
        rebootedText,
        List.of());
  }

  /// The text of a key that is not there. No stored value can be it: annotations hold no NUL.
  public static final String ABSENT = "\0";

  /// Nothing carried.
  public static final NodeRecord NONE =
      new NodeRecord(
          NodeState.EMPTY, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT);

  /// Whether the NodeWright holds the node's cordon, or a share in it.
  public boolean cordons() {
    return !cordonText.equals(ABSENT);
  }

  /// Whether any of our keys for the NodeWright is there.
  public boolean touched() {
    return !equals(NONE);
  }

  /// The readable record of that package; empty when absent or unreadable.
  public Optional<PackageRecord> entry(PackageRef ref) {
    return switch (state) {
      case NodeState.Known readable -> readable.entry(ref);
      case NodeState.Unreadable _ -> Optional.empty();
    };
  }
}
