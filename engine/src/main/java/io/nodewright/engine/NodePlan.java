package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeView.NodeConditions;
import io.nodewright.engine.status.NodeStatusRule;
import io.nodewright.engine.status.Since;
import io.nodewright.engine.status.Status;
import io.nodewright.engine.status.Verdict;
import io.nodewright.engine.status.Verdict.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What is done on one node in scope, and how the node stands after it.
///
/// @param actions what is done; empty when nothing is
/// @param status the node's status by what is stored: the resource says nothing of a node that a
///   write has yet to make true
/// @param complete whether LD7 holds by what is stored
/// @param state the record as it is stored
/// @param started stages that begin
/// @param verdicts of the node and its packages
/// @param podsWanted whether the node's pods have to be watched
/// @param told what was told of and stands
/// @param plain whether the conditions of the NodeWright have nothing to tell of the node
/// @param changesAt when the plan may change by time alone; [Instant#MAX] when it does not
record NodePlan(
    Optional<NodeActions> actions,
    Status status,
    boolean complete,
    NodeState state,
    List<StageJob> started,
    List<Verdict> verdicts,
    boolean podsWanted,
    SortedMap<String, String> told,
    boolean plain,
    Instant changesAt) {

  /// Plans a node.
  ///
  /// @param node the node as seen
  /// @param place what the rollout says of it
  /// @param gates of the packages' config
  static NodePlan of(NodeCase node, RolloutPlace place, ConfigGates gates) {
    NodeWork work = new NodeWork(node);
    Optional<Verdict> hold = NodeHold.of(node, place);
    List<StageJob> started = List.of();
    // A node whose last actions still run is left alone: what they change is not seen yet.
    if (node.unreadable().isPresent() || node.busy()) {
      return finish(node, work, place, started, hold);
    }
    if (node.reboot().due()) {
      node.reboot().plan(work);
    } else {
      gates.reset(node, work);
      suspend(node, work);
      JobReview.run(node, work, !node.subject().view().paused());
      QuietWork.run(node, work, hold.isPresent());
      hold = hold.or(() -> NodeHold.drainTimedOut(node));
      started = StageStarts.run(node, work, gates, hold, place.nodeOrder());
      metadata(node, work);
    }
    return finish(node, work, place, started, hold);
  }

  /// What the rollout says of a node.
  ///
  /// @param member whether its membership is stored
  /// @param running whether it may run stages in this pass
  /// @param admittedNow whether it was picked in this pass and is not stored yet
  /// @param nodeOrder its value of `SKYHOOK_NODE_ORDER`
  /// @param waitsForDeletion why the whole deletion is held; empty when it is not
  record RolloutPlace(
      boolean member,
      boolean running,
      boolean admittedNow,
      int nodeOrder,
      String waitsForDeletion) {
    Optional<String> deletionHold() {
      return waitsForDeletion.isEmpty() ? Optional.empty() : Optional.of(waitsForDeletion);
    }
  }

  private static NodePlan finish(
      NodeCase node,
      NodeWork work,
      RolloutPlace place,
      List<StageJob> started,
      Optional<Verdict> hold) {
    SortedMap<PackageRef, PackageRecord> entries = work.entries();
    boolean stays = node.unreadable().isPresent() || work.recordStays();
    boolean complete = stays ? node.complete() : completeAfter(node, entries);
    Status status = status(node, place, entries, complete);
    // A node picked in this very pass is patched by the next one anyway: not twice. One that is
    // reset
    // carries nothing until its reboot is recorded.
    boolean reset = node.reboot().due() && node.unreadable().isEmpty();
    if (!place.admittedNow() && !reset) {
      work.publish(status);
    }
    if (status == Status.COMPLETE && complete && !reset && letsGo(node)) {
      CordonEnd.run(node, work);
    }
    if (!reset) {
      TaintWork.run(node, work);
    }
    if (!reset) {
      conditions(node, work, complete, entries, place);
    }
    if (status == Status.COMPLETE && newlyComplete(node)) {
      work.last(
          node.event(
              false, "State", "Complete", "NodeWright [" + node.subject().name() + "] complete."));
    }
    if (node.unreadable().isPresent()
        && !node.record().statusText().equals(Status.UNKNOWN.word())) {
      work.last(node.event(true, "State", "NodeStateMalformed", node.unreadable().get()));
    }
    if (complete) {
      work.say("", Reason.COMPLETE, "complete", new Since.Unknown(), "");
    } else {
      hold.ifPresent(v -> work.say("", v.reason(), v.message(), v.since(), v.release()));
    }
    Optional<NodeActions> actions =
        node.busy() || work.idle()
            ? Optional.empty()
            : Optional.of(
                new NodeActions(
                    node.name(), node.unfinishedJob() || hasEntries(node), work.actions()));
    return new NodePlan(
        actions,
        stays ? status : status(node, place, node.entries(), node.complete()),
        node.complete(),
        node.record().state(),
        started,
        work.verdicts(),
        node.quiet().needed() && NodeHold.of(node, place).isEmpty(),
        node.busy() ? stillTold(node) : work.told(),
        plain(node),
        LookAgain.changesAt(node));
  }

  private static boolean completeAfter(
      NodeCase node, SortedMap<PackageRef, PackageRecord> entries) {
    return PackageProgress.nodeComplete(
        new NodeState.Known(entries),
        node.subject().packages(),
        node.subject().view().deleting(),
        node.subject().changedKeys());
  }

  private static boolean plain(NodeCase node) {
    return node.unreadable().isEmpty()
        && !node.ignored()
        && node.untolerated().isEmpty()
        && node.record().drainBlocked().isEmpty()
        && !node.quiet().needed()
        && !anyUninstall(node);
  }

  private static boolean anyUninstall(NodeCase node) {
    for (PackageRecord entry : node.entries().values()) {
      if (entry.inUninstallCycle()) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasEntries(NodeCase node) {
    return !node.entries().isEmpty();
  }

  /// Whether a complete node gives its cordon back now: an ignored one is left alone, and so is
  /// every node of a disabled NodeWright (04 §14, §16).
  private static boolean letsGo(NodeCase node) {
    return node.unreadable().isEmpty() && !node.ignored() && !node.subject().view().disabled();
  }

  /// Nothing new is known of a node whose list runs: what was told of it stands.
  private static SortedMap<String, String> stillTold(NodeCase node) {
    SortedMap<String, String> told = new TreeMap<>(node.subject().toldBefore());
    told.keySet().removeIf(key -> !key.startsWith(node.name() + " "));
    return told;
  }

  private static boolean newlyComplete(NodeCase node) {
    String before = node.record().statusText();
    return !before.equals(Status.COMPLETE.word()) && !before.equals(Status.PAUSED.word());
  }

  private static Status status(
      NodeCase node, RolloutPlace place, Map<PackageRef, PackageRecord> entries, boolean complete) {
    Subject subject = node.subject();
    boolean anyEntry = anyEntry(subject, entries);
    return new NodeStatusRule(
            node.unreadable().isPresent(),
            subject.view().paused(),
            complete,
            subject.view().disabled(),
            node.ignored(),
            !node.untolerated().isEmpty() || node.nameTaken().isPresent(),
            node.order().isPresent(),
            node.timedOut(entries) || node.quiet().timedOut(),
            subject.heldByPolicy(),
            place.member()
                && (node.unfinishedJob()
                    || (place.running() && (anyEntry || node.quiet().needed()))))
        .status();
  }

  private static boolean anyEntry(Subject subject, Map<PackageRef, PackageRecord> entries) {
    for (PackageSpec spec : subject.packages().values()) {
      if (entries.containsKey(spec.ref())) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyErroring(Subject subject, Map<PackageRef, PackageRecord> entries) {
    for (PackageSpec spec : subject.packages().values()) {
      PackageRecord entry = entries.get(spec.ref());
      if (entry != null
          && (entry.state() == StageState.ERRORING || entry.state() == StageState.UNKNOWN)) {
        return true;
      }
    }
    return false;
  }

  /// The two conditions on the node; written only when their status changes (02 §2.3).
  private static void conditions(
      NodeCase node,
      NodeWork work,
      boolean complete,
      Map<PackageRef, PackageRecord> entries,
      RolloutPlace place) {
    NodeConditions stored = node.node().conditionsOf(node.subject().name());
    boolean notReady = !complete;
    boolean erroring = anyErroring(node.subject(), entries);
    if (stored.present() && stored.notReady() == notReady && stored.erroring() == erroring) {
      return;
    }
    if (!stored.present() && place.admittedNow()) {
      return; // with its first stage, in the next pass
    }
    var now = node.subject().now();
    work.last(
        new Action.SetNodeConditions(
            node.node(),
            node.subject().name(),
            new NodeConditions(
                true,
                notReady,
                stored.present() && stored.notReady() == notReady ? stored.notReadySince() : now,
                erroring,
                stored.present() && stored.erroring() == erroring ? stored.erroringSince() : now)));
  }

  /// A node's ConfigMap that speaks of other packages or another agent than now is written anew,
  /// also while nothing starts there (03 §10.2).
  private static void metadata(NodeCase node, NodeWork work) {
    if (node.subject().metadataStale(node.name())) {
      work.metadata();
    }
  }

  /// Pause suspends, resume lifts the suspension as soon as the Job may go on; a Job suspended by
  /// hand is resumed too (03 §16, J58). Jobs that no longer match go first: they are deleted in
  /// this pass and resumed in none.
  private static void suspend(NodeCase node, NodeWork work) {
    boolean paused = node.subject().view().paused();
    boolean disabled = node.subject().view().disabled();
    for (var job : node.ownJobs()) {
      if (!job.unfinished() || !work.counts(job)) {
        continue;
      }
      if (paused && !job.suspended()) {
        work.then(new Action.SuspendJob(job, true));
      } else if (!paused
          && !disabled
          && job.suspended()
          && node.keeps(job)
          && new Resumption(node).may(job)) {
        work.metadata();
        work.then(new Action.SuspendJob(job, false));
      }
    }
  }
}
