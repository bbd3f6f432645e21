package io.nodewright.cli.explain;

import io.nodewright.engine.status.Verdict;

/// The command that shows more of what a verdict speaks of.
public final class DeeperLook {

  private static final String PLUGIN = "kubectl nodewright ";

  private DeeperLook() {}

  /// The command; empty where there is nothing more to see.
  public static String of(String nodeWright, Verdict verdict) {
    String flag = " --nodewright " + nodeWright;
    String node = verdict.node();
    String onNode = node.isEmpty() ? "" : " --node " + node;
    String packageName = verdict.packageName();
    String resource = "kubectl describe nodewright " + nodeWright;
    String ofPackage =
        packageName.isEmpty() ? resource : PLUGIN + "package status " + packageName + flag;
    return switch (verdict.reason()) {
      case COMPLETE, STARTING, DISABLED, IGNORED, TAINTED -> "";
      case RUNNING, RETRYING, TIMED_OUT ->
          packageName.isEmpty() ? resource : PLUGIN + "package logs " + packageName + flag + onNode;
      case WAITS_FOR_BATCH, WAITS_FOR_OTHERS -> PLUGIN + "node list" + flag + " -o wide";
      case WAITS_FOR_ORDER, PAUSED -> "kubectl get nodewrights";
      case WAITS_FOR_DEPENDENCY, WAITS_FOR_SERIAL_TURN, WAITS_FOR_INTERRUPT ->
          node.isEmpty() ? resource : PLUGIN + "node status " + node + flag + " -o wide";
      case CONFIG_CHANGE_HELD, CONFIG_CHANGE_OPENING, WAITS_FOR_CONFIG_MAP, UNINSTALL_SUPERSEDED ->
          ofPackage;
      case WAITS_FOR_JOB_TO_GO, NAME_TAKEN, REFUSED, WAITS_FOR_WRITE ->
          node.isEmpty() ? resource : PLUGIN + "events " + node;
      case WAITS_FOR_CORDON,
          WAITS_FOR_PODS_TO_BE_SEEN,
          WAITS_FOR_PROTECTED_PODS,
          DRAINING,
          DRAIN_TIMED_OUT ->
          "kubectl get pods -A --field-selector spec.nodeName=" + node;
      case DRAIN_BLOCKED -> "kubectl get poddisruptionbudgets -A";
      case RECORD_TOO_LARGE, STATE_UNREADABLE, REBOOTED ->
          node.isEmpty() ? resource : "kubectl get node " + node + " -o yaml";
      case WAITS_FOR_TAINT -> node.isEmpty() ? resource : "kubectl describe node " + node;
      case POLICY_MISSING -> "kubectl get deploymentpolicies";
      case SPEC_UNUSABLE, BEING_DELETED -> resource;
    };
  }
}
