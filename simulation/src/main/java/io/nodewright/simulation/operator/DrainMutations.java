package io.nodewright.simulation.operator;

import io.nodewright.engine.Decision;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.PodsSeen;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What the engine sees and says when one protection of drains and interrupts is left out.
final class DrainMutations {

  private final Protections protections;

  DrainMutations(Protections protections) {
    this.protections = protections;
  }

  FleetSnapshot seen(FleetSnapshot seen) {
    FleetSnapshot spoilt = seen;
    if (!protections.on(Protection.CORDON_BEFORE_DRAIN)) {
      spoilt = withNodes(spoilt, asIfCordoned(spoilt.nodes()));
    }
    if (!protections.on(Protection.TERMINATING_PODS)) {
      spoilt = withPods(spoilt, withoutTerminating(spoilt.pods()));
    }
    if (!protections.on(Protection.RESTART_ALLOWANCE)) {
      spoilt = withJobs(spoilt, withoutAllowance(spoilt.jobs()));
    }
    if (!protections.on(Protection.LOST_PODS)) {
      spoilt = withJobs(spoilt, withoutLost(spoilt.jobs()));
    }
    return spoilt;
  }

  /// A Pod without its Job tells nothing.
  private static SortedMap<String, List<JobFacts>> withoutLost(
      SortedMap<String, List<JobFacts>> jobs) {
    SortedMap<String, List<JobFacts>> left = new TreeMap<>();
    jobs.forEach(
        (node, all) ->
            left.put(
                node,
                all.stream().filter(job -> !(job.phase() instanceof JobPhase.Lost)).toList()));
    return left;
  }

  Decision decision(Decision decision) {
    return protections.on(Protection.CORDON_KEPT_AT_RESET)
        ? decision
        : Mutations.with(
            decision,
            decision.nodes().stream().map(DrainMutations::withoutOwnership).toList(),
            decision.own());
  }

  /// Every node looks cordoned.
  private static SortedMap<String, NodeView> asIfCordoned(SortedMap<String, NodeView> nodes) {
    SortedMap<String, NodeView> spoilt = new TreeMap<>();
    nodes.forEach(
        (name, node) ->
            spoilt.put(
                name,
                new NodeView(
                    name,
                    node.uid(),
                    node.resourceVersion(),
                    node.labels(),
                    node.taints(),
                    true,
                    node.persistentCordon(),
                    node.untouched(),
                    node.ignored(),
                    node.bootId(),
                    node.records(),
                    node.conditions())));
    return spoilt;
  }

  /// A Pod that is asked to go counts as gone.
  private static PodsSeen withoutTerminating(PodsSeen pods) {
    SortedMap<String, List<PodView>> left = new TreeMap<>();
    pods.onNodes()
        .forEach(
            (node, all) -> left.put(node, all.stream().filter(pod -> !pod.terminating()).toList()));
    return new PodsSeen(left, pods.guarded(), pods.refused());
  }

  /// One failed run of an interrupt is its last.
  private static SortedMap<String, List<JobFacts>> withoutAllowance(
      SortedMap<String, List<JobFacts>> jobs) {
    SortedMap<String, List<JobFacts>> spoilt = new TreeMap<>();
    jobs.forEach(
        (node, all) ->
            spoilt.put(node, all.stream().map(DrainMutations::withoutAllowance).toList()));
    return spoilt;
  }

  private static JobFacts withoutAllowance(JobFacts job) {
    return job.restartAllowance() <= 0
        ? job
        : new JobFacts(
            job.key(),
            job.name(),
            job.uid(),
            job.ownerUid(),
            job.created(),
            job.activeSince(),
            job.phase(),
            job.processed(),
            job.suspended(),
            job.deleting(),
            job.hasTtl(),
            job.failedAttempts(),
            job.template(),
            job.covers(),
            0,
            job.restartLimitExceeded(),
            job.told(),
            job.run(),
            job.attempts());
  }

  /// What resets a node's state takes the cordon's owner with it.
  private static NodeActions withoutOwnership(NodeActions list) {
    List<Action> actions = new ArrayList<>();
    for (Action action : list.actions()) {
      actions.add(
          action instanceof Action.PatchNode patch
                  && patch.seen().record(patch.nodeWright()).cordons()
                  && resets(patch)
              ? withoutOwnership(patch)
              : action);
    }
    return new NodeActions(list.node(), list.atWork(), actions);
  }

  private static boolean resets(Action.PatchNode patch) {
    return patch.edits().stream()
            .anyMatch(
                edit ->
                    edit instanceof NodeEdit.Remove(var keys) && keys.contains(NodeEdit.Key.STATE))
        && patch.edits().stream().noneMatch(NodeEdit.ReleaseCordon.class::isInstance);
  }

  private static Action withoutOwnership(Action.PatchNode patch) {
    List<NodeEdit> edits = new ArrayList<>(patch.edits());
    edits.add(new NodeEdit.ReleaseCordon(false));
    return new Action.PatchNode(patch.seen(), patch.nodeWright(), edits);
  }

  private static FleetSnapshot withNodes(FleetSnapshot seen, SortedMap<String, NodeView> nodes) {
    return copy(seen, nodes, seen.jobs(), seen.pods());
  }

  private static FleetSnapshot withJobs(
      FleetSnapshot seen, SortedMap<String, List<JobFacts>> jobs) {
    return copy(seen, seen.nodes(), jobs, seen.pods());
  }

  private static FleetSnapshot withPods(FleetSnapshot seen, PodsSeen pods) {
    return copy(seen, seen.nodes(), seen.jobs(), pods);
  }

  private static FleetSnapshot copy(
      FleetSnapshot seen,
      SortedMap<String, NodeView> nodes,
      SortedMap<String, List<JobFacts>> jobs,
      PodsSeen pods) {
    return new FleetSnapshot(
        seen.settings(),
        nodes,
        seen.nodeWrights(),
        seen.policies(),
        jobs,
        seen.configMaps(),
        seen.metadata(),
        seen.refusals(),
        seen.busyNodes(),
        pods,
        seen.told());
  }
}
