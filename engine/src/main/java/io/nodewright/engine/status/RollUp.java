package io.nodewright.engine.status;

import java.util.Collection;
import java.util.List;

/// The status of a NodeWright: the first row of 02 §7.2 that holds.
///
/// @param paused it is paused
/// @param disabled it is disabled
/// @param policyMissing its policy does not exist
/// @param behindBarrier an unfinished `sequencing: all` of a smaller priority number holds it
/// @param nodes statuses of the nodes in scope
/// @param everyNodeComplete LD7 holds on all of them, or there is none
public record RollUp(
    boolean paused,
    boolean disabled,
    boolean policyMissing,
    boolean behindBarrier,
    Collection<Status> nodes,
    boolean everyNodeComplete) {

  /// Copies the statuses.
  public RollUp {
    nodes = List.copyOf(nodes);
  }

  /// The status.
  public Status status() {
    if (paused) {
      return Status.PAUSED; // 02-LS1
    }
    if (policyMissing && !disabled) {
      return Status.BLOCKED; // 02-LS2
    }
    if (everyNodeComplete) {
      return Status.COMPLETE; // 02-LS3
    }
    if (disabled) {
      return Status.DISABLED; // 02-LS4
    }
    if (behindBarrier) {
      return Status.WAITING; // 02-LS5
    }
    // 02-LS6 to LS9, in this order; LS10 otherwise
    for (Status status :
        List.of(Status.IN_PROGRESS, Status.ERRORING, Status.BLOCKED, Status.WAITING)) {
      if (nodes.contains(status)) {
        return status;
      }
    }
    return Status.UNKNOWN;
  }
}
