package io.nodewright.simulation.operator;

import io.nodewright.engine.Decision;
import io.nodewright.engine.Engine;
import io.nodewright.engine.PlanMemory;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.snapshot.ConfigMapView;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Decisions of the engine, as they are or spoilt by what one protection holds. The engine itself
/// has no such switch.
final class Mutations {

  private final Engine engine = new Engine();
  private final PlanMemory memory = new PlanMemory();
  private final DrainMutations drains;
  private final RolloutMutations rollouts;
  private final Protections protections;

  Mutations(Protections protections) {
    this.protections = protections;
    this.drains = new DrainMutations(protections);
    this.rollouts = new RolloutMutations(protections);
  }

  Decision decide(FleetSnapshot all, String nodeWright, Instant now) {
    FleetSnapshot seen = rollouts.seen(drains.seen(all), nodeWright);
    Decision decision = drains.decision(engine.decide(seen, nodeWright, now, memory));
    if (!protections.on(Protection.MEMBERSHIP_BEFORE_WORK)) {
      decision = withoutWaitingForMembership(seen, decision, now);
    }
    if (!protections.on(Protection.CONFIG_GATE)) {
      decision = withConfigAtOnce(seen, decision);
    }
    if (!protections.on(Protection.FINALIZER_LAST)) {
      decision = withFinalizerAtOnce(seen, decision);
    }
    if (!protections.on(Protection.STATUS_SKIPPED_WHEN_EQUAL)) {
      decision = withStatusAlways(seen, decision);
    }
    if (!protections.on(Protection.CONFIRMED_ABSENCE)) {
      decision = withoutLooking(decision);
    }
    if (!protections.on(Protection.RECORD_BEFORE_MARKER)) {
      decision = withFirst(decision, action -> action instanceof Action.MarkJobProcessed);
    }
    if (!protections.on(Protection.ENTRY_BEFORE_JOB)) {
      decision =
          withFirst(
              decision,
              action ->
                  action instanceof Action.CreateStageJob
                      || action instanceof Action.WriteNodeMetadata);
    }
    return decision;
  }

  /// The stages that the next pass would start, started now: as if the membership that this pass
  /// only asks for were stored.
  private Decision withoutWaitingForMembership(FleetSnapshot seen, Decision decision, Instant now) {
    for (Action action : decision.own()) {
      if (action instanceof Action.WriteStatus write) {
        NodeWrightView view = write.seen();
        SortedMap<String, NodeWrightView> views = new TreeMap<>(seen.nodeWrights());
        views.put(
            view.name(),
            new NodeWrightView(
                view.name(),
                view.uid(),
                view.resourceVersion(),
                view.generation(),
                view.created(),
                view.paused(),
                view.disabled(),
                view.deleting(),
                view.finalizer(),
                view.operatorVersion(),
                view.spec(),
                view.specProblems(),
                write.status()));
        Decision next = engine.decide(with(seen, views), view.name(), now);
        return with(decision, next.nodes(), decision.own());
      }
    }
    return decision;
  }

  private static FleetSnapshot with(FleetSnapshot seen, SortedMap<String, NodeWrightView> views) {
    return with(seen, seen.nodes(), views);
  }

  /// A snapshot with other nodes and NodeWrights.
  static FleetSnapshot with(
      FleetSnapshot seen,
      SortedMap<String, NodeView> nodes,
      SortedMap<String, NodeWrightView> views) {
    return new FleetSnapshot(
        seen.settings(),
        nodes,
        views,
        seen.policies(),
        seen.jobs(),
        seen.configMaps(),
        seen.metadata(),
        seen.refusals(),
        seen.busyNodes(),
        seen.pods(),
        seen.told());
  }

  private static Decision withoutLooking(Decision decision) {
    return with(
        decision,
        decision.nodes().stream()
            .map(each -> new NodeActions(each.node(), each.atWork(), blind(each.actions())))
            .toList(),
        blind(decision.own()));
  }

  private static List<Action> blind(List<Action> actions) {
    return actions.stream()
        .filter(
            action ->
                !(action instanceof Action.ConfirmGone || action instanceof Action.ConfirmPods))
        .toList();
  }

  private static Decision withConfigAtOnce(FleetSnapshot seen, Decision decision) {
    NodeWrightView view = seen.nodeWrights().get(decision.nodeWright());
    if (view == null || view.deleting()) {
      return decision;
    }
    List<Action> own = new ArrayList<>(decision.own());
    own.removeIf(action -> action instanceof Action.ReplaceConfigMap);
    for (ConfigMapView map : seen.configMaps().values()) {
      PackageSpec spec = view.spec().packages().get(map.ref().name());
      if (map.nodeWright().equals(view.name())
          && spec != null
          && spec.ref().equals(map.ref())
          && !spec.configMap().equals(map.data())) {
        own.add(new Action.ReplaceConfigMap(map, view, spec));
      }
    }
    return with(decision, decision.nodes(), own);
  }

  private static Decision withFinalizerAtOnce(FleetSnapshot seen, Decision decision) {
    NodeWrightView view = seen.nodeWrights().get(decision.nodeWright());
    return view == null || !view.deleting() || !view.finalizer()
        ? decision
        : with(decision, decision.nodes(), List.of(new Action.RemoveFinalizer(view)));
  }

  /// The status is written by each pass, as if nobody compared it with the stored one.
  private static Decision withStatusAlways(FleetSnapshot seen, Decision decision) {
    NodeWrightView view = seen.nodeWrights().get(decision.nodeWright());
    if (view == null
        || decision.own().stream().anyMatch(action -> action instanceof Action.WriteStatus)) {
      return decision;
    }
    List<Action> own = new ArrayList<>(decision.own());
    own.add(new Action.WriteStatus(view, decision.status(), false));
    return with(decision, decision.nodes(), own);
  }

  /// Each list with those actions first.
  private static Decision withFirst(Decision decision, Predicate<Action> first) {
    List<NodeActions> lists =
        decision.nodes().stream()
            .map(
                list -> {
                  List<Action> actions = new ArrayList<>();
                  list.actions().stream().filter(first).forEach(actions::add);
                  list.actions().stream().filter(first.negate()).forEach(actions::add);
                  return new NodeActions(list.node(), list.atWork(), actions);
                })
            .toList();
    return with(decision, lists, decision.own());
  }

  static Decision with(Decision decision, List<NodeActions> nodes, List<Action> own) {
    return new Decision(
        decision.nodeWright(),
        nodes,
        own,
        decision.verdicts(),
        decision.status(),
        decision.logs(),
        decision.lookAgainAt(),
        decision.podsWanted(),
        decision.told());
  }
}
