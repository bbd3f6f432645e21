package io.nodewright.engine;

import io.nodewright.engine.rollout.BatchNews;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.CompartmentSpec;
import io.nodewright.engine.rollout.Compartments;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.Membership;
import io.nodewright.engine.rollout.Rollout;
import io.nodewright.engine.rollout.RolloutNode;
import io.nodewright.engine.rollout.RolloutNode.Outcome;
import io.nodewright.engine.rollout.RolloutStep;
import io.nodewright.engine.rollout.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// A worked example of contract 05 §16: one compartment whose batches end as the example says, and
/// what came of each.
final class RolloutExample {

  private final Compartments compartments;
  private final SortedMap<String, RolloutNode> nodes = new TreeMap<>();
  private final List<Batch> batches = new ArrayList<>();
  private final SortedMap<Integer, Integer> failures = new TreeMap<>();
  private final SortedMap<Integer, Integer> blocks = new TreeMap<>();
  private Membership memory = new Membership(new TreeMap<>(), 0, new TreeMap<>(), new TreeMap<>());
  private Instant now = Fixtures.START;

  /// A batch that was admitted and scored.
  ///
  /// @param nodes admitted
  /// @param score percent; -1 when it was not scored
  /// @param progress of the compartment after it, percent
  record Batch(int nodes, int score, int progress) {}

  private RolloutExample(Compartments compartments, int population) {
    this.compartments = compartments;
    for (int i = 0; i < population; i++) {
      nodes.put("n%04d".formatted(i), node(Outcome.NONE));
    }
  }

  static RolloutExample of(Strategy strategy, int population) {
    return of(strategy, new Budget.Percent(100), population);
  }

  static RolloutExample of(Strategy strategy, Budget budget, int population) {
    return new RolloutExample(
        new Compartments(
            new CompartmentSpec(
                CompartmentSpec.DEFAULT, LabelSelector.EVERYTHING, budget, strategy),
            List.of()),
        population);
  }

  static RolloutExample flat(Budget budget, int population) {
    return new RolloutExample(Compartments.flat(budget, population), population);
  }

  /// So many nodes of that batch fail; the last ones by name.
  RolloutExample failing(int batch, int count) {
    failures.put(batch, count);
    return this;
  }

  /// So many nodes of that batch become blocked; the first ones by name.
  RolloutExample blocking(int batch, int count) {
    blocks.put(batch, count);
    return this;
  }

  /// Runs until nothing is admitted any more: the pass that scores a batch admits the next one.
  RolloutExample run() {
    RolloutStep step = step();
    while (!step.admitted().isEmpty()) {
      int admitted = step.admitted().size();
      end(batches.size() + 1, List.copyOf(step.admitted()));
      step = step();
      batches.add(new Batch(admitted, score(step), progress()));
    }
    return this;
  }

  private static int score(RolloutStep step) {
    return step.news().stream()
        .filter(BatchNews.Evaluated.class::isInstance)
        .map(news -> ((BatchNews.Evaluated) news).score())
        .findFirst()
        .orElse(-1);
  }

  private RolloutStep step() {
    now = now.plusSeconds(60);
    RolloutStep step = Rollout.step(memory, compartments, nodes, false, now);
    memory = step.membership();
    return step;
  }

  private void end(int batch, List<String> admitted) {
    int blocked = blocks.getOrDefault(batch, 0);
    int failed = failures.getOrDefault(batch, 0);
    for (int i = 0; i < admitted.size(); i++) {
      Outcome outcome =
          i < blocked
              ? Outcome.BLOCKED
              : i >= admitted.size() - failed ? Outcome.ERRORING : Outcome.COMPLETE;
      nodes.put(admitted.get(i), node(outcome));
    }
  }

  private static RolloutNode node(Outcome outcome) {
    return new RolloutNode(
        new TreeMap<>(),
        outcome,
        outcome != Outcome.BLOCKED && outcome != Outcome.COMPLETE,
        RolloutNode.Work.NONE);
  }

  private int progress() {
    long done =
        nodes.values().stream()
            .filter(
                node -> node.outcome() == Outcome.COMPLETE || node.outcome() == Outcome.ERRORING)
            .count();
    return (int) (done * 100 / nodes.size());
  }

  List<Integer> sizes() {
    return batches.stream().map(Batch::nodes).toList();
  }

  List<Batch> batches() {
    return List.copyOf(batches);
  }

  BatchState state() {
    return Objects.requireNonNull(memory.batches().get(CompartmentSpec.DEFAULT));
  }

  int ceiling() {
    return Objects.requireNonNull(compartments.byName().get(CompartmentSpec.DEFAULT))
        .budget()
        .ceiling(nodes.size());
  }
}
