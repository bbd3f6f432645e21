package io.nodewright.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.nodewright.engine.rollout.BatchGrowth;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.rollout.Strategy.Thresholds;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Budget maths and batch sizes: contract 05 §4 and §6.3.
class BatchGrowthTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("sizes")
  void nextSize(
      String rule,
      Strategy strategy,
      int last,
      boolean failed,
      int progress,
      int population,
      int expected) {
    BatchState state = new BatchState(2, 0, 0, 0, last, failed, false, new TreeSet<>());
    assertEquals(expected, BatchGrowth.nextSize(strategy, population, state, progress, population));
  }

  static Stream<Arguments> sizes() {
    Strategy twofold = new Strategy.Exponential(1, 2, Thresholds.DEFAULTS);
    return Stream.of(
        arguments("R30 exponential growth ends at the population", twofold, 32, false, 10, 40, 40),
        arguments(
            "R31 linear shrinks to no less than one",
            new Strategy.Linear(1, 3, Thresholds.DEFAULTS),
            2,
            true,
            10,
            40,
            1),
        arguments("R32 exponential halves, rounded down", twofold, 5, true, 10, 40, 2),
        arguments("R33 past the safety limit it grows all the same", twofold, 5, true, 60, 40, 10),
        arguments(
            "R34 fixed stays as it is",
            new Strategy.Fixed(5, Thresholds.DEFAULTS),
            5,
            true,
            10,
            40,
            5));
  }

  @ParameterizedTest(name = "{0} of {1} is {2}")
  @MethodSource("ceilings")
  void ceiling(Budget budget, int population, int expected) {
    assertEquals(expected, budget.ceiling(population));
  }

  /// The examples of 05 §4.
  static Stream<Arguments> ceilings() {
    return Stream.of(
        arguments(new Budget.Percent(25), 10, 2),
        arguments(new Budget.Percent(30), 10, 3),
        arguments(new Budget.Percent(10), 5, 1),
        arguments(new Budget.Percent(1), 100, 1),
        arguments(new Budget.Percent(33), 6, 1),
        arguments(new Budget.Percent(50), 4, 2),
        arguments(new Budget.Percent(50), 7, 3),
        arguments(new Budget.Percent(99), 3, 2),
        arguments(new Budget.Percent(50), 0, 0),
        arguments(new Budget.Percent(0), 200, 1),
        arguments(new Budget.Count(3), 6, 3),
        arguments(new Budget.Unset(), 7, 7));
  }

  @Property
  void aBatchIsNeverEmptyAndExponentialNeverPassesThePopulation(
      @ForAll @IntRange(min = 1, max = 10_000) int last,
      @ForAll @IntRange(min = 2, max = Integer.MAX_VALUE) int factor,
      @ForAll boolean failed,
      @ForAll @IntRange(min = 0, max = 100) int progress,
      @ForAll @IntRange(min = 1, max = 10_000) int population) {
    BatchState state = new BatchState(2, 0, 0, 0, last, failed, false, new TreeSet<>());
    int size =
        BatchGrowth.nextSize(
            new Strategy.Exponential(1, factor, Thresholds.DEFAULTS),
            population,
            state,
            progress,
            population);
    assertTrue(size >= 1, () -> "size " + size);
    assertTrue(size <= Math.max(population, last), () -> "size " + size);
  }

  @Property
  void aFlatBudgetNeverPassesItsCeilingNorThePopulation(
      @ForAll @IntRange(min = 0, max = 100) int percent,
      @ForAll @IntRange(min = 1, max = 10_000) int population) {
    int ceiling = new Budget.Percent(percent).ceiling(population);
    assertTrue(ceiling >= 1 && ceiling <= population, () -> "ceiling " + ceiling);
  }

  @Property
  void growsWhileBatchesPassAndNeverWhileTheyFailBelowTheLimit(
      @ForAll @IntRange(min = 1, max = 10_000) int last,
      @ForAll @IntRange(min = 1, max = 10_000) int step,
      @ForAll @IntRange(min = 0, max = 100) int progress,
      @ForAll @IntRange(min = 1, max = 10_000) int population) {
    Strategy linear = new Strategy.Linear(1, step, Thresholds.DEFAULTS);
    Strategy exponential = new Strategy.Exponential(1, Math.max(2, step), Thresholds.DEFAULTS);
    BatchState passed = new BatchState(2, 0, 0, 0, last, false, false, new TreeSet<>());
    BatchState failed = new BatchState(2, 1, 0, 0, last, true, false, new TreeSet<>());
    assertTrue(BatchGrowth.nextSize(linear, 1, passed, progress, population) > last);
    assertTrue(
        BatchGrowth.nextSize(exponential, 1, passed, progress, population)
            >= Math.min(last, population));
    for (Strategy strategy : new Strategy[] {linear, exponential}) {
      int shrunk = BatchGrowth.nextSize(strategy, 1, failed, progress, population);
      assertTrue(progress >= 50 ? shrunk >= 1 : shrunk >= 1 && shrunk <= Math.max(1, last - 1));
    }
  }

  @Property
  void fixedIsWhatItSays(
      @ForAll @IntRange(min = 1, max = 10_000) int initial,
      @ForAll @IntRange(min = 0, max = 10_000) int last,
      @ForAll boolean failed,
      @ForAll @IntRange(min = 0, max = 100) int progress,
      @ForAll @IntRange(min = 1, max = 10_000) int population) {
    BatchState state = new BatchState(2, 0, 0, 0, last, failed, false, new TreeSet<>());
    assertEquals(
        initial,
        BatchGrowth.nextSize(
            new Strategy.Fixed(initial, Thresholds.DEFAULTS), 1, state, progress, population));
  }
}
