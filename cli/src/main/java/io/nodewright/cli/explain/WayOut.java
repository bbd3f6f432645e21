package io.nodewright.cli.explain;

import io.nodewright.engine.status.Verdict;

/// What would release what a verdict tells of: the engine's words, and the command for it where
/// there is one.
final class WayOut {

  private static final String PLUGIN = "kubectl nodewright ";

  private WayOut() {}

  /// The line; empty where nothing has to be released.
  ///
  /// @param several whether it is said of several nodes at once, so that none can be named
  static String of(String nodeWright, Verdict verdict, boolean several) {
    String node = several || verdict.node().isEmpty() ? "<node>" : verdict.node();
    String release = verdict.release();
    return switch (verdict.reason()) {
      case PAUSED -> PLUGIN + "resume " + nodeWright;
      case DISABLED -> PLUGIN + "enable " + nodeWright;
      case IGNORED -> PLUGIN + "node unignore " + node;
      case RETRYING ->
          release.isEmpty()
              ? "a try that succeeds; once the cause is mended: "
                  + PLUGIN
                  + "package rerun %s --nodewright %s --node %s"
                      .formatted(verdict.packageName(), nodeWright, node)
              : release;
      case CONFIG_CHANGE_HELD ->
          release.isEmpty()
              ? "the package is done with the old config there, or undo the change"
              : release;
      case STATE_UNREADABLE ->
          release
              + "; to start over: "
              + PLUGIN
              + "node reset "
              + node
              + " --nodewright "
              + nodeWright;
      case COMPLETE,
          RUNNING,
          STARTING,
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
          CONFIG_CHANGE_OPENING,
          UNINSTALL_SUPERSEDED,
          RECORD_TOO_LARGE,
          REBOOTED,
          WAITS_FOR_TAINT,
          WAITS_FOR_OTHERS,
          TAINTED,
          POLICY_MISSING,
          NAME_TAKEN,
          REFUSED,
          SPEC_UNUSABLE,
          BEING_DELETED ->
          release;
    };
  }
}
