package io.nodewright.engine.status;

/// Why a node, or a package on it, is where it is: what it does or waits for, since when, and what
/// would release it. Status, conditions, events, metrics and the command line render verdicts; none
/// has an opinion of its own.
///
/// @param node the node; empty when the verdict is on a package on all nodes
/// @param packageName the package; empty when the verdict is on the node as a whole
/// @param reason one word for programs
/// @param message one sentence for people
/// @param since since when, as far as it can be known
/// @param release what would release it, for people; empty when nothing needs to
public record Verdict(
    String node, String packageName, Reason reason, String message, Since since, String release) {

  /// What a node or package does or waits for.
  public enum Reason {
    COMPLETE,
    RUNNING,
    STARTING,
    RETRYING,
    TIMED_OUT,
    WAITS_FOR_BATCH,
    WAITS_FOR_ORDER,
    WAITS_FOR_DEPENDENCY,
    WAITS_FOR_SERIAL_TURN,
    WAITS_FOR_JOB_TO_GO,
    WAITS_FOR_CONFIG_MAP,
    WAITS_FOR_WRITE,
    WAITS_FOR_CORDON,
    WAITS_FOR_PODS_TO_BE_SEEN,
    WAITS_FOR_PROTECTED_PODS,
    DRAINING,
    DRAIN_BLOCKED,
    DRAIN_TIMED_OUT,
    WAITS_FOR_INTERRUPT,
    CONFIG_CHANGE_HELD,
    CONFIG_CHANGE_OPENING,
    UNINSTALL_SUPERSEDED,
    RECORD_TOO_LARGE,
    REBOOTED,
    WAITS_FOR_TAINT,
    WAITS_FOR_OTHERS,
    IGNORED,
    TAINTED,
    PAUSED,
    DISABLED,
    POLICY_MISSING,
    STATE_UNREADABLE,
    NAME_TAKEN,
    REFUSED,
    SPEC_UNUSABLE,
    BEING_DELETED
  }
}
