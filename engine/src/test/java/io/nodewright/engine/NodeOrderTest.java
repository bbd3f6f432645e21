package io.nodewright.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/// `SKYHOOK_NODE_ORDER` over whole rollouts in which nodes complete, fail, are blocked, come and
/// go: contract 05 §8.10. And what an admission may never be.
class NodeOrderTest {

  @Property(tries = 300)
  void numbersAreUniqueStableAndGaplessAndBatchesNeverTooLarge(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 30) int population,
      @ForAll @IntRange(min = 0, max = 3) int kind,
      @ForAll @IntRange(min = 1, max = 5) int size) {
    Random chance = new Random(seed);
    Compartments compartments = compartments(kind, size);
    SortedMap<String, RolloutNode> nodes = new TreeMap<>();
    for (int i = 0; i < population; i++) {
      nodes.put("n" + i, node(Outcome.NONE));
    }
    Membership memory = new Membership(new TreeMap<>(), 0, new TreeMap<>(), new TreeMap<>());
    SortedMap<String, Integer> held = new TreeMap<>();
    int next = 0;
    Instant now = Fixtures.START;
    for (int pass = 0; pass < 60; pass++) {
      now = now.plusSeconds(chance.nextInt(3));
      RolloutStep step = Rollout.step(memory, compartments, nodes, false, now);
      memory = step.membership();
      assertTrue(step.admitted().size() <= nodes.size());
      if (kind == 0) {
        assertTrue(step.admitted().size() <= size, "no strategy: never above the ceiling");
      }
      held.keySet().retainAll(memory.pickedAt().keySet());
      for (String member : memory.pickedAt().keySet()) {
        Integer before = held.get(member);
        if (before == null) {
          assertEquals(next, memory.orderOf(member), "gapless as handed out, by name");
          held.put(member, next++);
        } else {
          assertEquals(before, memory.orderOf(member), "constant while it is a member");
        }
      }
      assertEquals(held.size(), new TreeSet<>(held.values()).size());
      assertEquals(next, memory.orderOffset() + memory.pickedAt().size());
      disturb(nodes, chance, pass);
    }
  }

  /// Nodes end their part, are blocked or freed, leave, join.
  private static void disturb(SortedMap<String, RolloutNode> nodes, Random chance, int pass) {
    for (String name : List.copyOf(nodes.keySet())) {
      switch (chance.nextInt(8)) {
        case 0, 1 -> nodes.put(name, node(Outcome.COMPLETE));
        case 2 -> nodes.put(name, node(Outcome.ERRORING));
        case 3 -> nodes.put(name, node(Outcome.BLOCKED));
        case 4 -> nodes.put(name, node(Outcome.NONE));
        default -> {}
      }
    }
    if (chance.nextInt(4) == 0 && nodes.size() > 1) {
      nodes.remove(nodes.firstKey());
    }
    if (chance.nextInt(4) == 0) {
      nodes.put("j" + pass, node(Outcome.NONE));
    }
  }

  private static RolloutNode node(Outcome outcome) {
    return new RolloutNode(
        new TreeMap<>(),
        outcome,
        outcome == Outcome.NONE || outcome == Outcome.ERRORING,
        RolloutNode.Work.NONE);
  }

  private static Compartments compartments(int kind, int size) {
    Strategy.Thresholds limits = new Strategy.Thresholds(60, 3, 50);
    Strategy strategy =
        switch (kind) {
          case 0 -> new Strategy.None();
          case 1 -> new Strategy.Fixed(size, limits);
          case 2 -> new Strategy.Linear(size, 1, limits);
          default -> new Strategy.Exponential(size, 2, limits);
        };
    return new Compartments(
        new CompartmentSpec(
            CompartmentSpec.DEFAULT, LabelSelector.EVERYTHING, new Budget.Count(size), strategy),
        List.of());
  }
}
