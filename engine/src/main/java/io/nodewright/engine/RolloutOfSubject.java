package io.nodewright.engine;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.rollout.BatchNews;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.CompartmentSpec;
import io.nodewright.engine.rollout.Compartments;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.Membership;
import io.nodewright.engine.rollout.Rollout;
import io.nodewright.engine.rollout.RolloutNode;
import io.nodewright.engine.rollout.RolloutStep;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.snapshot.PolicyView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.PublishedStatus.CompartmentStatus;
import io.nodewright.engine.status.Status;
import io.nodewright.engine.status.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The rollout of the subject in this pass: its compartments, what it remembers, what the batch
/// engine makes of it (05 §4 to §11).
final class RolloutOfSubject {

  private final Subject subject;

  /// Without its policy nothing is known of its compartments but what is stored; it goes on from
  /// there once the policy is back (05 §10).
  private final boolean stands;

  private final Compartments compartments;
  private final RolloutStep step;

  RolloutOfSubject(Subject subject, ByName<NodeCase> cases) {
    this.subject = subject;
    this.stands = subject.heldByPolicy();
    this.compartments = compartments(subject, cases.size());
    this.step = stands ? RolloutStep.standing(remembered()) : step(cases);
  }

  private RolloutStep step(ByName<NodeCase> cases) {
    ByName.Builder<RolloutNode> nodes = new ByName.Builder<>(cases.size());
    cases.forEach((name, node) -> nodes.add(name, node.forRollout()));
    return Rollout.step(
        remembered(), compartments, nodes.build(), subject.view().deleting(), subject.now());
  }

  RolloutStep step() {
    return step;
  }

  private static Compartments compartments(Subject subject, int population) {
    if (subject.view().spec().deploymentPolicy().isEmpty()) {
      return Compartments.flat(subject.view().spec().budget(), population);
    }
    return subject
        .policy()
        .map(policy -> new Compartments(policy.defaults(), policy.compartments()))
        .orElseGet(RolloutOfSubject::oneByOne);
  }

  /// While its policy is missing a deletion goes on node by node (05 §10); anything else is held
  /// elsewhere.
  private static Compartments oneByOne() {
    return new Compartments(
        new CompartmentSpec(
            CompartmentSpec.DEFAULT,
            LabelSelector.EVERYTHING,
            new Budget.Count(1),
            new Strategy.Fixed(1, Strategy.Thresholds.DEFAULTS)),
        List.of());
  }

  /// What the status remembers, with the resets of 05 §9 that a changed package version asks for.
  private Membership remembered() {
    PublishedStatus status = subject.view().status();
    SortedMap<String, BatchState> batches = new TreeMap<>();
    status.compartments().forEach((name, compartment) -> batches.put(name, compartment.batch()));
    batches.values().removeIf(state -> state.equals(BatchState.NONE));
    Membership memory =
        new Membership(
            status.nodePriority(), status.nodeOrderOffset(), status.nodeOrder(), batches);
    if (!subject.anyVersionChanged()) {
      return memory;
    }
    Membership restarted = memory.withOrderRestarted(); // 05 §8.11
    return resets() ? restarted.withBatchesReset() : restarted;
  }

  /// The setting `resetBatchStateOnCompletion` (05 §9).
  private boolean resets() {
    return switch (subject.view().spec().resetOnCompletion()) {
      case YES -> true;
      case NO -> false;
      case BY_POLICY -> subject.policy().map(PolicyView::resetOnCompletion).orElse(true);
    };
  }

  /// What is to be remembered, given the roll-up of this pass: a complete NodeWright remembers no
  /// batches (05 §9). The last batch is evaluated first, by the pass that sees its nodes stored as
  /// complete.
  Membership membership(Status status) {
    boolean over = status == Status.COMPLETE && step.membership().pickedAt().isEmpty();
    return over && resets() ? step.membership().withBatchesReset() : step.membership();
  }

  /// Status of each compartment.
  SortedMap<String, CompartmentStatus> published(Membership membership, ByName<NodePlan> plans) {
    if (stands) {
      return standing(membership);
    }
    SortedMap<String, int[]> counts = new TreeMap<>();
    compartments.byName().keySet().forEach(name -> counts.put(name, new int[3]));
    for (int node = 0; node < plans.size(); node++) {
      int[] of = counts.get(step.compartmentOf().value(node));
      if (of == null) {
        throw new IllegalStateException("node " + plans.name(node) + " is in no compartment");
      }
      NodePlan plan = plans.value(node);
      of[0]++;
      of[1] += plan.status() == Status.IN_PROGRESS ? 1 : 0;
      of[2] += plan.complete() ? 1 : 0;
    }
    SortedMap<String, CompartmentStatus> published = new TreeMap<>();
    counts.forEach(
        (name, of) ->
            published.put(
                name,
                new CompartmentStatus(
                    of[0],
                    budgetOf(name).ceiling(of[0]),
                    of[1],
                    of[2],
                    of[0] == 0 ? 0 : of[2] * 100 / of[0],
                    membership.batches().getOrDefault(name, BatchState.NONE))));
    return published;
  }

  private SortedMap<String, CompartmentStatus> standing(Membership membership) {
    SortedMap<String, CompartmentStatus> published = new TreeMap<>();
    subject
        .view()
        .status()
        .compartments()
        .forEach(
            (name, stored) ->
                published.put(
                    name,
                    new CompartmentStatus(
                        stored.matched(),
                        stored.ceiling(),
                        stored.inProgress(),
                        stored.completed(),
                        stored.progressPercent(),
                        membership.batches().getOrDefault(name, BatchState.NONE))));
    return published;
  }

  private Budget budgetOf(String compartment) {
    CompartmentSpec spec = compartments.byName().get(compartment);
    return spec == null ? new Budget.Unset() : spec.budget();
  }

  /// The message of `RolloutStopped`; empty when no compartment is stopped.
  String stopped(SortedMap<String, CompartmentStatus> published, ByName<NodePlan> plans) {
    List<String> items = new ArrayList<>();
    published.forEach(
        (name, compartment) -> {
          if (compartment.batch().shouldStop()) {
            items.add(
                stoppedText(
                    name,
                    compartment.batch().consecutiveFailures(),
                    stands ? compartment.batch().failedNodes() : erroring(name, plans),
                    compartment.matched()));
          }
        });
    return items.isEmpty() ? "" : String.join("; ", items) + "; " + wayOn();
  }

  /// What a person does about it: nothing else lets a stopped rollout go on (05 §7.3, §9).
  private String wayOn() {
    return "it goes on after %skubectl nodewright deployment-policy reset %s"
        .formatted(resets() ? "another package version or " : "", subject.name());
  }

  private int erroring(String compartment, ByName<NodePlan> plans) {
    int erroring = 0;
    for (int node = 0; node < plans.size(); node++) {
      if (plans.value(node).status() == Status.ERRORING
          && compartment.equals(step.compartmentOf().value(node))) {
        erroring++;
      }
    }
    return erroring;
  }

  private static String stoppedText(
      String compartment, int failedBatches, int failedNodes, int population) {
    return "compartment %s stopped after %d consecutive failed batches (%d/%d nodes failed)"
        .formatted(compartment, failedBatches, failedNodes, population);
  }

  /// Events of the batches (05 §15).
  List<Action> events() {
    List<Action> events = new ArrayList<>();
    for (BatchNews news : step.news()) {
      events.add(event(news));
    }
    return events;
  }

  private Action event(BatchNews news) {
    return switch (news) {
      case BatchNews.Started(String compartment, int batch, List<String> nodes) ->
          subject.event(
              false,
              "Batch",
              "BatchStarted",
              "compartment %s batch %d: %d nodes (%s)"
                  .formatted(compartment, batch, nodes.size(), Texts.some(nodes)));
      case BatchNews.Evaluated batch ->
          subject.event(
              !batch.passed(),
              "Batch",
              batch.passed() ? "BatchCompleted" : "BatchFailed",
              "compartment %s batch %d: %d complete, %d failed, %d blocked, score %d%% (threshold %d%%)"
                  .formatted(
                      batch.compartment(),
                      batch.batch(),
                      batch.complete(),
                      batch.failed(),
                      batch.blocked(),
                      batch.score(),
                      batch.threshold()));
      case BatchNews.Stopped(
              String compartment,
              int failedBatches,
              int failedNodes,
              int population) ->
          subject.event(
              true,
              "Batch",
              "RolloutStopped",
              stoppedText(compartment, failedBatches, failedNodes, population) + "; " + wayOn());
      case BatchNews.Removed(String compartment) ->
          subject.event(
              true,
              "Batch",
              "CompartmentRemoved",
              "compartment " + compartment + " is gone, its batch state was dropped");
    };
  }
}
