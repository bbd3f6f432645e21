package io.nodewright.simulation.operator;

import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.PublishedStatus.CompartmentStatus;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// What the engine sees when one protection of rollouts and gates is left out.
final class RolloutMutations {

  private final Protections protections;

  RolloutMutations(Protections protections) {
    this.protections = protections;
  }

  FleetSnapshot seen(FleetSnapshot seen, String subject) {
    FleetSnapshot spoilt = seen;
    if (!protections.on(Protection.GATED_FIRST)) {
      spoilt = Mutations.with(seen, withoutNews(seen.nodes()), seen.nodeWrights());
    }
    boolean others =
        protections.on(Protection.ORDER)
            && protections.on(Protection.BARRIER)
            && protections.on(Protection.GATE_OF_ALL);
    if (!others) {
      return with(spoilt, name -> !name.equals(subject), this::ofOther);
    }
    boolean batches =
        protections.on(Protection.PINNED_ORDER)
            && protections.on(Protection.STOPS)
            && protections.on(Protection.BATCH_SIZE);
    return batches ? spoilt : with(spoilt, subject::equals, this::ofSubject);
  }

  private static FleetSnapshot with(
      FleetSnapshot seen, Predicate<String> whom, UnaryOperator<NodeWrightView> how) {
    SortedMap<String, NodeWrightView> views = new TreeMap<>();
    seen.nodeWrights()
        .forEach((name, view) -> views.put(name, whom.test(name) ? how.apply(view) : view));
    return Mutations.with(seen, seen.nodes(), views);
  }

  /// Every node looks known already.
  private static SortedMap<String, NodeView> withoutNews(SortedMap<String, NodeView> nodes) {
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
                    node.unschedulable(),
                    node.persistentCordon(),
                    false,
                    node.ignored(),
                    node.bootId(),
                    node.records(),
                    node.conditions())));
    return spoilt;
  }

  private NodeWrightView ofOther(NodeWrightView view) {
    if (!protections.on(Protection.ORDER)) {
      return copy(view, true, view.spec(), view.status());
    }
    NodeWrightSpec spec =
        protections.on(Protection.BARRIER)
            ? copy(
                view.spec(),
                view.spec().budget(),
                view.spec().deploymentPolicy(),
                view.spec().sequencing(),
                false)
            : copy(
                view.spec(),
                view.spec().budget(),
                view.spec().deploymentPolicy(),
                Sequencing.NODE,
                view.spec().runtimeRequired());
    return copy(view, view.disabled(), spec, view.status());
  }

  private NodeWrightView ofSubject(NodeWrightView view) {
    if (!protections.on(Protection.PINNED_ORDER)) {
      return copy(
          view,
          view.disabled(),
          view.spec(),
          copy(view.status(), Collections.emptySortedMap(), view.status().compartments()));
    }
    if (!protections.on(Protection.STOPS)) {
      SortedMap<String, CompartmentStatus> goingOn = new TreeMap<>();
      view.status().compartments().forEach((name, each) -> goingOn.put(name, goingOn(each)));
      return copy(
          view,
          view.disabled(),
          view.spec(),
          copy(view.status(), view.status().nodeOrder(), goingOn));
    }
    return copy(view, view.disabled(), allAtOnce(view.spec()), view.status());
  }

  private static CompartmentStatus goingOn(CompartmentStatus each) {
    BatchState batch = each.batch();
    return new CompartmentStatus(
        each.matched(),
        each.ceiling(),
        each.inProgress(),
        each.completed(),
        each.progressPercent(),
        new BatchState(
            batch.currentBatch(),
            batch.consecutiveFailures(),
            batch.completedNodes(),
            batch.failedNodes(),
            batch.lastBatchSize(),
            batch.lastBatchFailed(),
            false,
            batch.currentBatchNodes()));
  }

  private static NodeWrightSpec allAtOnce(NodeWrightSpec spec) {
    return copy(spec, new Budget.Unset(), "", spec.sequencing(), spec.runtimeRequired());
  }

  private static NodeWrightSpec copy(
      NodeWrightSpec spec, Budget budget, String policy, Sequencing sequencing, boolean required) {
    return new NodeWrightSpec(
        spec.nodeSelector(),
        budget,
        policy,
        spec.resetOnCompletion(),
        spec.priority(),
        sequencing,
        spec.serial(),
        spec.protectedPods(),
        spec.drain(),
        spec.additionalTolerations(),
        required,
        spec.autoTaintNewNodes(),
        spec.cordonAfter(),
        spec.packages());
  }

  private static NodeWrightView copy(
      NodeWrightView view, boolean disabled, NodeWrightSpec spec, PublishedStatus status) {
    return new NodeWrightView(
        view.name(),
        view.uid(),
        view.resourceVersion(),
        view.generation(),
        view.created(),
        view.paused(),
        disabled,
        view.deleting(),
        view.finalizer(),
        view.operatorVersion(),
        spec,
        view.specProblems(),
        status);
  }

  private static PublishedStatus copy(
      PublishedStatus status,
      SortedMap<String, Integer> order,
      SortedMap<String, CompartmentStatus> compartments) {
    return new PublishedStatus(
        status.status(),
        status.present(),
        status.observedGeneration(),
        status.nodeStatus(),
        status.nodeState(),
        status.nodesInProgress(),
        status.completeNodes(),
        status.packageList(),
        status.conditions(),
        status.nodePriority(),
        status.nodeOrderOffset(),
        order,
        status.nodeBootIds(),
        status.configUpdates(),
        compartments);
  }
}
