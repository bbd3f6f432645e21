package io.nodewright.engine;

import io.nodewright.engine.ConditionsOfSubject.DeletionHold;
import io.nodewright.engine.NodePlan.RolloutPlace;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.engine.action.StageJob;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.ordering.OrderGate;
import io.nodewright.engine.rollout.RolloutStep;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Texts;
import io.nodewright.engine.status.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// One pass over one NodeWright: look at its nodes, work out the batch, plan each node, derive the
/// status (02 §8). Holds nothing that outlives the pass.
final class Pass {

  private final Subject subject;
  private final PlanMemory memory;
  private final KnownNodes known;
  private final OrderGate gate;
  private final ByName<NodeCase> cases;
  private final List<NodeView> outside = new ArrayList<>();
  private ByName<NodePlan> plans = ByName.empty();
  private final List<NodeActions> nodeActions = new ArrayList<>();
  private final List<Action> own = new ArrayList<>();
  private final List<Verdict> verdicts = new ArrayList<>();

  Pass(Subject subject, PlanMemory memory) {
    this.subject = subject;
    this.memory = memory;
    this.known = memory.nodes(subject, subject.now());
    this.gate = Fleet.gate(subject.seen(), subject.view(), subject.runtimeGate(), memory);
    this.cases = cases();
  }

  private ByName<NodeCase> cases() {
    ByName<NodeView> nodes = ByName.copyOf(subject.seen().nodes());
    ByName.Cursor<List<JobFacts>> jobs = ByName.copyOf(subject.seen().jobs()).cursor();
    ByName.Cursor<Instant> members = ByName.copyOf(subject.view().status().nodePriority()).cursor();
    ByName.Cursor<KnownNode> earlier = known.all().cursor();
    ByName.Builder<NodeCase> inScope = new ByName.Builder<>(nodes.size());
    for (int place = 0; place < nodes.size(); place++) {
      String name = nodes.name(place);
      NodeView node = nodes.value(place);
      if (Fleet.selects(subject.view(), node, subject.runtimeGate())) {
        List<JobFacts> there = jobs.at(name);
        inScope.add(
            name,
            new NodeCase(
                subject,
                node,
                there == null ? List.of() : there,
                gate.closedOn(place),
                members.at(name) != null,
                earlier.at(name)));
      } else {
        outside.add(node);
      }
    }
    return inScope.build();
  }

  Decision decide() {
    NodeWrightView view = subject.view();
    if (!view.finalizer() && !view.deleting()) {
      own.add(new Action.AddFinalizer(view)); // nothing is touched before it is there
      return decision(view.status());
    }
    if (!view.finalizer()) {
      return decision(view.status()); // only somebody else's finalizer holds it
    }
    Optional<DeletionHold> hold = Optional.empty();
    boolean leaving = false;
    if (view.deleting()) {
      Deletion deletion = new Deletion(subject, cases);
      hold = deletion.hold();
      leaving = hold.isEmpty() && !deletion.uninstallWork();
    }
    if (leaving) {
      return letGo();
    }
    RolloutOfSubject rollout = new RolloutOfSubject(subject, cases);
    ConfigGates gates = new ConfigGates(subject, cases);
    planNodes(rollout.step(), hold, gates);
    verdicts.addAll(gates.verdicts());
    nodeActions.addAll(TaintWork.newNodes(subject, verdicts));
    Departures departures = new Departures(subject);
    nodeActions.addAll(departures.outOfScope(outside));
    own.addAll(new ConfigMapsOfSubject(subject, cases).actions());
    own.addAll(gates.actions(outside));
    PublishedStatus status =
        new StatusOfSubject(subject, gate, cases, plans, rollout, gates).derive(applied(), hold);
    hold.filter(this::isNews)
        .ifPresent(
            held -> own.add(subject.event(true, "DeletionBlocked", "Finalize", held.message())));
    publish(status, rollout, gates);
    return decision(status, gates.anyHeld());
  }

  private boolean isNews(DeletionHold hold) {
    return subject.view().status().conditions().stream()
        .noneMatch(
            condition ->
                condition.type().equals("DeletionBlocked")
                    && condition.reason().equals(hold.reason()));
  }

  private void planNodes(RolloutStep step, Optional<DeletionHold> hold, ConfigGates gates) {
    boolean idle = gates.idle();
    ByName.Builder<KnownNode> toKeep = new ByName.Builder<>(cases.size());
    ByName.Builder<NodePlan> planned = new ByName.Builder<>(cases.size());
    ByName.Cursor<Instant> picked = ByName.copyOf(step.membership().pickedAt()).cursor();
    for (NodeCase node : cases.values()) {
      boolean stored = node.member();
      boolean inRollout = picked.at(node.name()) != null;
      RolloutPlace place =
          new RolloutPlace(
              stored,
              // a stage starts only in a pass that sees the membership stored (05 §6.2)
              stored && inRollout && step.running().contains(node.name()),
              inRollout && step.admitted().contains(node.name()),
              inRollout ? step.membership().orderOf(node.name()) : 0,
              hold.map(DeletionHold::message).orElse(""));
      KnownNode same = idle ? node.known() : null;
      if (same == null || !same.place().equals(place)) {
        NodePlan fresh = NodePlan.of(node, place, gates);
        same =
            new KnownNode(
                node.node(), node.jobs(), node.order(), stored, node.forRollout(), place, fresh);
      }
      NodePlan plan = same.plan();
      if (idle && KnownNode.keeps(node, plan)) {
        toKeep.add(node.name(), same);
      }
      planned.add(node.name(), plan);
      plan.actions().ifPresent(nodeActions::add);
      verdicts.addAll(plan.verdicts());
    }
    plans = planned.build();
    known.keep(toKeep.build());
  }

  /// The last steps of a deletion: every node is let go, then the finalizer (LF6 to LF8).
  private Decision letGo() {
    Departures departures = new Departures(subject);
    boolean allReleased = true;
    for (NodeCase node : touchedAnywhere().values()) {
      departures.letGo(node).ifPresent(nodeActions::add);
      allReleased &= departures.released(node);
      departures.stillAtWork(node).ifPresent(verdicts::add);
    }
    nodeActions.addAll(goneOnly(departures));
    // What a list of ours may still write is not seen yet.
    boolean writing = subject.seen().busyNodes().containsValue(subject.name());
    if (allReleased && !writing) {
      own.add(new Action.RemoveFinalizer(subject.view()));
    }
    return decision(subject.view().status());
  }

  private List<NodeActions> goneOnly(Departures departures) {
    return departures.outOfScope(List.of());
  }

  /// Nodes in scope, and others that still carry something of the subject.
  private SortedMap<String, NodeCase> touchedAnywhere() {
    SortedMap<String, NodeCase> all = new TreeMap<>(cases);
    for (NodeView node : subject.seen().nodes().values()) {
      if (!all.containsKey(node.name())
          && (node.record(subject.name()).touched()
              || node.conditionsOf(subject.name()).present())) {
        all.put(node.name(), new NodeCase(subject, node));
      }
    }
    return all;
  }

  /// The message of `ApplyPackage`, and one event for all nodes that make the same step in this
  /// pass.
  private Optional<String> applied() {
    SortedMap<String, List<String>> steps = new TreeMap<>();
    Optional<String> latest = Optional.empty();
    for (int place = 0; place < plans.size(); place++) {
      String node = plans.name(place);
      for (StageJob job : plans.value(place).started()) {
        String shown = job.key().ref().shown();
        steps
            .computeIfAbsent(shown + "|" + job.key().stage().word(), _ -> new ArrayList<>())
            .add(node);
        latest = Optional.of("Applying package [" + shown + "] to node [" + node + "]");
      }
    }
    steps.forEach(
        (step, nodes) -> {
          int bar = step.indexOf('|');
          String stage = step.substring(bar + 1);
          own.add(
              subject.event(
                  false,
                  "Apply",
                  stage,
                  "Applying package [%s] to node [%s] stage [%s]"
                      .formatted(step.substring(0, bar), Texts.some(nodes), stage)));
        });
    return latest;
  }

  /// IE2 and IE10: what holds drains, when it begins to.
  private Action drainNews(Condition condition) {
    String action = condition.type().equals("DrainBlocked") ? "DrainBlocked" : condition.reason();
    return subject.event(true, "Drain", action, condition.message());
  }

  private void publish(PublishedStatus status, RolloutOfSubject rollout, ConfigGates gates) {
    String version = subject.settings().operatorVersion();
    if (!subject.view().operatorVersion().equals(version)) {
      // Both writes name the object's version: the status follows in the next pass.
      own.addFirst(new Action.StampVersion(subject.view(), version));
      return;
    }
    StatusChange change = new StatusChange(subject.view().status(), status);
    if (change.any()) {
      own.addFirst(new Action.WriteStatus(subject.view(), status, change.urgent()));
      own.addAll(new GenerationNews(subject, cases, gates).events());
      own.addAll(change.drainNews().stream().map(this::drainNews).toList());
      change
          .transitionNote()
          .ifPresent(note -> own.add(subject.event(false, "State", status.status().word(), note)));
      own.addAll(rollout.events());
    }
  }

  private SortedSet<String> podsWanted() {
    SortedSet<String> wanted = new TreeSet<>();
    plans.forEach(
        (name, plan) -> {
          if (plan.podsWanted()) {
            wanted.add(name);
          }
        });
    return wanted;
  }

  private SortedMap<String, String> told() {
    SortedMap<String, String> told = new TreeMap<>();
    for (NodePlan plan : plans.values()) {
      if (!plan.told().isEmpty()) {
        told.putAll(plan.told());
      }
    }
    return told;
  }

  private Decision decision(PublishedStatus status) {
    return decision(status, false);
  }

  private Decision decision(PublishedStatus status, boolean configHeld) {
    List<NodeActions> sorted = new ArrayList<>(nodeActions);
    sorted.sort(
        Comparator.comparing((NodeActions actions) -> !actions.atWork())
            .thenComparing(NodeActions::node));
    Instant changesAt = LookAgain.at(subject, cases, plans, configHeld);
    Decision decision =
        new Decision(
            subject.name(),
            sorted,
            confirmed(own),
            verdicts,
            status,
            List.of(),
            KnownDecision.next(subject.seen(), subject.now(), changesAt),
            podsWanted(),
            told());
    // A held config is looked at again some time after each pass: that is no fixed time.
    memory.decided(subject, decision, configHeld ? subject.now() : changesAt);
    return decision;
  }

  /// What is done for the resource rests on which nodes there are: nodes of the last status that
  /// are not seen any more are looked for first, so that a list that came back short opens no gate,
  /// drops no member and lets no NodeWright go.
  private List<Action> confirmed(List<Action> actions) {
    if (actions.isEmpty()) {
      return actions;
    }
    SortedSet<String> missing = new TreeSet<>();
    PublishedStatus before = subject.view().status();
    notSeen(before.nodePriority().keySet(), missing);
    notSeen(before.nodeBootIds().keySet(), missing);
    if (missing.isEmpty()) {
      return actions;
    }
    List<Action> all = new ArrayList<>();
    all.add(new Action.ConfirmGone(missing));
    all.addAll(actions);
    return all;
  }

  private void notSeen(Collection<String> names, SortedSet<String> missing) {
    for (String name : names) {
      if (!subject.seen().nodes().containsKey(name)) {
        missing.add(name);
      }
    }
  }
}
