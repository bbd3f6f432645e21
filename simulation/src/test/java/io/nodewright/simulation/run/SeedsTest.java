package io.nodewright.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.simulation.operator.Protection;
import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.scenario.ScenarioMaker;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Runs of seeds: a fixed range, and what makes them worth running.
class SeedsTest {

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  @Test
  @DisplayName("a first slice of seeds holds every invariant")
  void firstSlice() {
    assertEquals(List.of(), failing(0, 40));
  }

  @Test
  @Tag("slow")
  @DisplayName("2,000 seeds hold every invariant")
  void manySeeds() {
    assertEquals(List.of(), failing(100_000, 2_000));
  }

  @Test
  @DisplayName("a seed gives the same run twice, and another seed another one")
  void deterministic() {
    long first = fingerprint(7);

    assertEquals(first, fingerprint(7));
    assertNotEquals(first, fingerprint(8));
  }

  @Test
  @DisplayName("a shrunk scenario still fails, by the same invariant, and can be replayed")
  void shrunkScenarioReplays() {
    Protections weak = Protections.without(Protection.ENTRY_BEFORE_JOB);
    SeedRun.Result failed = firstCaught(weak, 200);
    String invariant = failed.first().id();
    Scenario whole = ScenarioMaker.of(failed.seed());
    Set<Integer> out = new Shrinker(weak).leftOut(whole, invariant);

    Run.Outcome again = Run.of(whole.without(out), weak, WritePlan.none(), new Chronicle());

    assertTrue(
        again.findings().violations().stream().anyMatch(each -> each.id().equals(invariant)),
        () -> "seed %d without %s".formatted(failed.seed(), out));
  }

  private static SeedRun.Result firstCaught(Protections weak, int most) {
    return new Simulator(weak, THREADS)
        .run(0, most, 1, _ -> {}).stream().filter(each -> !each.right()).findFirst().orElseThrow();
  }

  private static List<String> failing(long from, long count) {
    return new Simulator(Protections.ALL, THREADS)
        .run(from, count, 3, _ -> {}).stream()
            .filter(each -> !each.right())
            .map(each -> "seed %d: %s".formatted(each.seed(), each.first()))
            .toList();
  }

  private static long fingerprint(long seed) {
    return Run.of(ScenarioMaker.of(seed), Protections.ALL, WritePlan.none(), new Chronicle())
        .fingerprint();
  }
}
