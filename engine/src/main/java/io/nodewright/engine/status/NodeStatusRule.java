package io.nodewright.engine.status;

/// The status of a node: the first row of 02 §7.1 that holds.
///
/// @param unreadable its record cannot be read
/// @param paused the NodeWright is paused
/// @param complete LD7 holds
/// @param disabled the NodeWright is disabled
/// @param ignored the ignore label is on the node
/// @param tainted a taint is not tolerated, or a foreign object holds a name of ours
/// @param waitsForOrder the order gate is closed for it
/// @param timedOut an active package is timed out, or the drain is
/// @param policyMissing the named policy does not exist
/// @param begun it is a member and work has begun
public record NodeStatusRule(
    boolean unreadable,
    boolean paused,
    boolean complete,
    boolean disabled,
    boolean ignored,
    boolean tainted,
    boolean waitsForOrder,
    boolean timedOut,
    boolean policyMissing,
    boolean begun) {

  /// The status.
  public Status status() {
    if (unreadable) {
      return Status.UNKNOWN; // 02-LN1
    }
    if (paused) {
      return Status.PAUSED; // 02-LN2
    }
    if (complete) {
      return Status.COMPLETE; // 02-LN3
    }
    if (disabled) {
      return Status.DISABLED; // 02-LN4
    }
    if (ignored) {
      return Status.BLOCKED; // 02-LN5
    }
    if (tainted) {
      return Status.BLOCKED; // 02-LN6
    }
    if (waitsForOrder) {
      return Status.WAITING; // 02-LN7
    }
    if (timedOut) {
      return Status.ERRORING; // 02-LN8
    }
    if (policyMissing) {
      return Status.UNKNOWN; // 02-LN9
    }
    return begun ? Status.IN_PROGRESS : Status.WAITING; // 02-LN10, LN11
  }
}
