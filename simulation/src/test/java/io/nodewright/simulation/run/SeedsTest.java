package io.nodewright.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.simulation.operator.Protection;
import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.scenario.Mix;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.scenario.ScenarioMaker;
import io.nodewright.simulation.scenario.Size;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Runs of seeds: a fixed range, and what makes them worth running.
class SeedsTest {

  /// The slice of every build: seeds `FIRST` to `FIRST + SLICE - 1`.
  private static final long FIRST = 0;

  private static final int SLICE = 2_000;

  /// Has many disturbances, and fails without [Protection#ENTRY_BEFORE_JOB].
  private static final long STORMY = 4;

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  @Test
  @DisplayName("LX1 LX2 LX4 LX7 LX9 LX10 LX11 LX12 LX13 LX15 LX16 never in a first slice of seeds")
  void firstSlice() {
    assertEquals(List.of(), failing(FIRST, SLICE));
  }

  @Test
  @Tag("slow")
  @DisplayName("20,000 seeds hold every invariant")
  void manySeeds() {
    assertEquals(List.of(), failing(100_000, 20_000));
  }

  @Test
  @DisplayName("a long run that never met a fault, or never judged an invariant, has a gap")
  void reportTellsZeros() {
    Run.Outcome outcome = run(ScenarioMaker.of(FIRST), Protections.ALL);
    Report report = new Report();
    int before = report.zeros().size();
    report.add(outcome.findings());
    report.add(outcome.faults());

    List<String> zeros = report.zeros();

    assertTrue(zeros.contains("invariant V-crash had nothing to judge"), zeros::toString);
    assertFalse(zeros.contains("invariant V-live had nothing to judge"), zeros::toString);
    assertTrue(zeros.size() < before, () -> before + " before, now " + zeros);
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
    Scenario whole = ScenarioMaker.of(STORMY, Size.MEDIUM);
    String invariant = run(whole, weak).findings().violations().getFirst().id();
    Set<Integer> out = new Shrinker(weak).leftOut(whole, invariant);

    assertFalse(out.isEmpty(), "nothing was left out");
    Run.Outcome again = run(whole.without(out), weak);

    assertTrue(
        again.findings().violations().stream().anyMatch(each -> each.id().equals(invariant)),
        () -> "seed %d without %s".formatted(STORMY, out));
  }

  private static List<String> failing(long from, long count) {
    return new Simulator(Protections.ALL, THREADS, Mix.ALL)
        .run(from, count, 3, _ -> {}).stream()
            .filter(each -> !each.right())
            .map(each -> "seed %d: %s".formatted(each.seed(), each.first()))
            .toList();
  }

  private static long fingerprint(long seed) {
    return run(ScenarioMaker.of(seed), Protections.ALL).fingerprint();
  }

  private static Run.Outcome run(Scenario scenario, Protections protections) {
    return Run.of(scenario, protections, WritePlan.none(), new Chronicle());
  }
}
