package io.nodewright.engine;

import io.nodewright.engine.drain.DrainBlocker;
import io.nodewright.engine.drain.DrainTexts;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.Conditions;
import io.nodewright.engine.status.Status;
import io.nodewright.engine.status.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The conditions of a NodeWright from how its nodes stand (02 §7.4, 01 §4.3).
final class ConditionsOfSubject {

  static final String PROTECTED_PODS = "NonInterruptPodsRunning";

  private final Subject subject;
  private final ByName<NodeCase> cases;
  private final ByName<NodePlan> plans;
  private final List<NodeCase> notable = new ArrayList<>();

  ConditionsOfSubject(Subject subject, ByName<NodeCase> cases, ByName<NodePlan> plans) {
    this.subject = subject;
    this.cases = cases;
    this.plans = plans;
    for (int place = 0; place < cases.size(); place++) {
      if (!plans.value(place).plain()) {
        notable.add(cases.value(place));
      }
    }
  }

  /// All of them.
  ///
  /// @param status the roll-up
  /// @param statuses status of each node
  /// @param complete nodes on which LD7 holds
  /// @param applied the message of the latest stage start; empty when none began in this pass
  /// @param rolloutStopped the message of `RolloutStopped`; empty when no compartment is stopped
  /// @param deletionBlocked reason and message while the deletion is held
  List<Condition> all(
      Status status,
      ByName<Status> statuses,
      List<String> complete,
      Optional<String> applied,
      String rolloutStopped,
      Optional<DeletionHold> deletionBlocked) {
    Conditions conditions =
        new Conditions(
            subject.view().status().conditions(), subject.view().generation(), subject.now());
    String ready = Texts.ready(complete, statuses);
    conditions.set("Ready", status == Status.COMPLETE, readyReason(status), ready);
    transition(conditions, status, ready);
    blocked(conditions);
    drainBlocked(conditions);
    skipped(conditions);
    applied.ifPresentOrElse(
        message -> conditions.set("ApplyPackage", true, "ApplyPackage", message),
        () -> conditions.keep("ApplyPackage"));
    if (subject.policyMissing()) {
      conditions.set(
          "DeploymentPolicyNotFound",
          true,
          "DeploymentPolicyNotFound",
          "DeploymentPolicy \"" + subject.view().spec().deploymentPolicy() + "\" not found");
    }
    if (!rolloutStopped.isEmpty()) {
      conditions.set("RolloutStopped", true, "FailureThreshold", rolloutStopped);
    }
    uninstall(conditions);
    malformed(conditions);
    deletionBlocked.ifPresent(
        hold -> conditions.set("DeletionBlocked", true, hold.reason(), hold.message()));
    return conditions.all();
  }

  /// Why a deletion is held (LF2 to LF4).
  record DeletionHold(String reason, String message) {}

  private static String readyReason(Status status) {
    return switch (status) {
      case COMPLETE -> "NodesConverged";
      case IN_PROGRESS -> "Progressing";
      case BLOCKED -> "Blocked";
      case ERRORING -> "Erroring";
      case PAUSED -> "Paused";
      case WAITING -> "Waiting";
      case DISABLED -> "Disabled";
      case UNKNOWN -> "Unknown";
    };
  }

  private void transition(Conditions conditions, Status status, String ready) {
    Status before = subject.view().status().status();
    boolean moved = subject.view().status().present() && before != status;
    conditions.setTransition(
        status == Status.COMPLETE,
        status.word(),
        moved ? "Transitioned [%s] -> [%s]".formatted(before.word(), status.word()) : ready);
  }

  private void blocked(Conditions conditions) {
    List<String> items = new ArrayList<>();
    for (PackageSpec spec : subject.packages().values()) {
      if (subject.uninstalls(spec) || !dependsOnUninstall(spec) || doneEverywhere(spec)) {
        continue;
      }
      for (String dependency : spec.dependsOn().keySet()) {
        PackageSpec target = subject.packages().get(dependency);
        if (target != null && subject.uninstalls(target)) {
          items.add(
              "package %s is blocked: dependency %s %s"
                  .formatted(
                      spec.name(),
                      dependency,
                      recordedAnywhere(target) ? "is being uninstalled" : "has been uninstalled"));
        }
      }
    }
    if (!items.isEmpty()) {
      conditions.set("Blocked", true, "DependencyUninstalled", String.join("; ", items));
      return;
    }
    subject
        .graph()
        .missing()
        .forEach(
            (name, absent) ->
                absent.forEach(
                    dependency ->
                        items.add(
                            "package %s is blocked: dependency %s is not defined"
                                .formatted(name, dependency))));
    if (!items.isEmpty()) {
      conditions.set("Blocked", true, "DependencyMissing", String.join("; ", items));
      return;
    }
    SortedSet<String> held = new TreeSet<>();
    for (NodeCase node : notable) {
      if (!node.quiet().heldBy().isEmpty()) {
        held.add(node.name());
      }
    }
    if (!held.isEmpty()) {
      conditions.set("Blocked", true, PROTECTED_PODS, DrainTexts.barrier(held));
    }
  }

  /// Nodes with pods that block a drain, as recorded (04 §7.2).
  private void drainBlocked(Conditions conditions) {
    SortedMap<String, List<DrainBlocker>> blockers = new TreeMap<>();
    for (NodeCase node : notable) {
      if (!node.record().drainBlocked().isEmpty()) {
        blockers.put(node.name(), node.record().drainBlocked());
      }
    }
    if (!blockers.isEmpty()) {
      conditions.set(
          "DrainBlocked",
          true,
          DrainTexts.reason(blockers),
          DrainTexts.blocked(blockers, cases.size()));
    }
  }

  private boolean dependsOnUninstall(PackageSpec spec) {
    for (String dependency : spec.dependsOn().keySet()) {
      PackageSpec target = subject.packages().get(dependency);
      if (target != null && subject.uninstalls(target)) {
        return true;
      }
    }
    return false;
  }

  private boolean doneEverywhere(PackageSpec spec) {
    for (NodeCase node : cases.values()) {
      if (!PackageProgress.doneForGood(spec, node.entries(), subject.changedKeys(spec))) {
        return false;
      }
    }
    return true;
  }

  private boolean recordedAnywhere(PackageSpec spec) {
    return cases.values().stream().anyMatch(node -> node.entries().containsKey(spec.ref()));
  }

  private void skipped(Conditions conditions) {
    SortedSet<String> tainted = new TreeSet<>();
    SortedSet<String> ignored = new TreeSet<>();
    for (NodeCase node : notable) {
      if (!node.untolerated().isEmpty() && !plan(node).complete()) {
        tainted.add(node.name());
      }
      if (node.ignored()) {
        ignored.add(node.name());
      }
    }
    conditions.set(
        "TaintNotTolerable",
        !tainted.isEmpty(),
        "TaintNotTolerable",
        tainted.isEmpty()
            ? "All nodes have tolerable taints."
            : Texts.skipped(
                tainted, "taints that are not tolerable", "taints that are not tolerable"));
    conditions.set(
        "NodesIgnored",
        !ignored.isEmpty(),
        "NodesIgnored",
        ignored.isEmpty()
            ? "No nodes have ignore label set."
            : Texts.skipped(ignored, "ignore label set", "ignore label set"));
  }

  private void uninstall(Conditions conditions) {
    SortedSet<String> running = new TreeSet<>();
    SortedSet<String> failing = new TreeSet<>();
    for (NodeCase node : notable) {
      for (PackageRecord entry : node.entries().values()) {
        if (entry.inUninstallCycle() && subject.wants(entry.ref())) {
          running.add(entry.ref().name());
          if (entry.state() == StageState.ERRORING) {
            failing.add(entry.ref().name() + " on " + node.name());
          }
        }
      }
    }
    if (!running.isEmpty()) {
      conditions.set(
          "UninstallInProgress",
          true,
          "UninstallInProgress",
          "Uninstalling package(s) " + Texts.some(running));
    }
    if (!failing.isEmpty()) {
      conditions.set(
          "UninstallFailed",
          true,
          "UninstallPodFailing",
          "Uninstall fails: " + Texts.some(failing) + "; see the events of the node");
    }
  }

  private NodePlan plan(NodeCase node) {
    return plans.value(plans.place(node.name()));
  }

  private void malformed(Conditions conditions) {
    SortedSet<String> names = new TreeSet<>();
    for (NodeCase node : notable) {
      if (node.unreadable().isPresent()) {
        names.add(node.name());
      }
    }
    if (!names.isEmpty()) {
      conditions.set("NodeStateMalformed", true, "ParseError", Texts.malformed(names));
    }
  }
}
