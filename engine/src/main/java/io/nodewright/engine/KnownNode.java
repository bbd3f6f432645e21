package io.nodewright.engine;

import io.nodewright.engine.NodePlan.RolloutPlace;
import io.nodewright.engine.gate.TaintStep;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.ordering.OrderGate;
import io.nodewright.engine.rollout.RolloutNode;
import io.nodewright.engine.snapshot.NodeView;
import java.util.List;
import java.util.Optional;

/// The plan of a node on which nothing is to be done and of which there is nothing to tell, with
/// what it was made from.
///
/// @param view the node as seen
/// @param jobs our Jobs on it, of every NodeWright
/// @param order why it was not the subject's turn there
/// @param member whether it was stored as a member
/// @param rollout the node as batches look at it
/// @param place what the rollout said of it
/// @param plan what came out
record KnownNode(
    NodeView view,
    List<JobFacts> jobs,
    Optional<OrderGate.Closed> order,
    boolean member,
    RolloutNode rollout,
    RolloutPlace place,
    NodePlan plan) {

  /// Whether it was made from what is seen now, but for the rollout and the config gates.
  @SuppressWarnings("ReferenceEquality") // a view is known again by being the same object
  boolean holds(NodeCase now) {
    return view == now.node()
        && jobs == now.jobs()
        && member == now.member()
        && order.equals(now.order())
        && now.subject().now().isBefore(plan.changesAt())
        && ordinary(now);
  }

  /// Whether a plan may be kept.
  static boolean keeps(NodeCase node, NodePlan plan) {
    return plan.actions().isEmpty() && plan.told().isEmpty() && plan.plain() && ordinary(node);
  }

  /// Whether what was made, or is to be made, of the node depends on nothing but the view, the
  /// Jobs, the order and the NodeWright itself.
  private static boolean ordinary(NodeCase node) {
    Subject subject = node.subject();
    return !node.busy()
        && !subject.refusedOn(node.name())
        && !subject.metadataStale(node.name())
        && !(subject.settings().reapplyOnReboot()
            && RebootReset.rebooted(subject.view(), node.node()))
        && subject.runtimeGate().step(node.node()) instanceof TaintStep.Leave;
  }
}
