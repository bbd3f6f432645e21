package io.nodewright.engine;

import static io.nodewright.engine.Row.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.rollout.Budget;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.rollout.Strategy.Thresholds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The worked examples of batches: contract 05 §16.1 to §16.7.
class RolloutExamplesTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource({"ramps", "failures", "stops", "thresholds"})
  void example(String rule, Executable scenario) throws Throwable {
    scenario.execute();
  }

  static Stream<Arguments> ramps() {
    return Row.table(
        ramp("X1", RolloutExample.of(linear(1, 1), 10), 1, 2, 3, 4),
        ramp("X2 R28", RolloutExample.of(linear(1, 1), new Budget.Count(4), 8), 1, 2, 3, 2),
        ramp("X3", RolloutExample.of(linear(5, 5), 40), 5, 10, 15, 10),
        ramp("X4 R29", RolloutExample.of(exponential(1, 2), 20), 1, 2, 4, 8, 5),
        ramp("X5", RolloutExample.of(exponential(2, 3), 50), 2, 6, 18, 24),
        ramp("X6", RolloutExample.of(fixed(5), 12), 5, 5, 2),
        ramp("X7 without a policy", RolloutExample.flat(new Budget.Count(3), 8), 3, 3, 2),
        ramp(
            "X7 without a strategy",
            RolloutExample.of(new Strategy.None(), new Budget.Count(3), 8),
            3,
            3,
            2),
        row(
            "X8 ten percent of 25: twelve times two, then one",
            () -> {
              List<Integer> sizes = new ArrayList<>(Collections.nCopies(12, 2));
              sizes.add(1);
              RolloutExample example = RolloutExample.flat(new Budget.Percent(10), 25);
              assertEquals(2, example.ceiling());
              assertEquals(sizes, example.run().sizes());
            }),
        ramp(
            "X9 the ceiling is no clamp",
            RolloutExample.of(exponential(1, 2), new Budget.Count(2), 5),
            1,
            2,
            2),
        row(
            "X9 R28 nor with nine nodes; it is reported as given",
            () -> {
              RolloutExample example =
                  RolloutExample.of(exponential(1, 2), new Budget.Count(2), 9).run();
              assertEquals(List.of(1, 2, 4, 2), example.sizes());
              assertEquals(2, example.ceiling());
            }));
  }

  static Stream<Arguments> failures() {
    return Row.table(
        row(
            "X10 linear 4+2 over 60 nodes, one failure in batch 2",
            () ->
                assertEquals(
                    List.of(
                        batch(4, 100, 6),
                        batch(6, 83, 16),
                        batch(4, 100, 23),
                        batch(6, 100, 33),
                        batch(8, 100, 46),
                        batch(10, 100, 63),
                        batch(12, 100, 83),
                        batch(10, 100, 100)),
                    RolloutExample.of(linear(4, 2), 60).failing(2, 1).run().batches())),
        row(
            "X11 exponential 1x2 over 60 nodes, two failures in batch 4",
            () ->
                assertEquals(
                    List.of(
                        batch(1, 100, 1),
                        batch(2, 100, 5),
                        batch(4, 100, 11),
                        batch(8, 75, 25),
                        batch(4, 100, 31),
                        batch(8, 100, 45),
                        batch(16, 100, 71),
                        batch(17, 100, 100)),
                    RolloutExample.of(exponential(1, 2), 60).failing(4, 2).run().batches())),
        row(
            "X12 exponential 3x2 over 30 nodes, failures in batches 1 and 2",
            () ->
                assertEquals(
                    List.of(
                        batch(3, 66, 10),
                        batch(1, 0, 13),
                        batch(1, 100, 16),
                        batch(2, 100, 23),
                        batch(4, 100, 36),
                        batch(8, 100, 63),
                        batch(11, 100, 100)),
                    RolloutExample.of(exponential(3, 2), 30)
                        .failing(1, 1)
                        .failing(2, 1)
                        .run()
                        .batches())),
        row(
            "X13 past the safety limit a failed batch stops nothing and shrinks nothing",
            () -> {
              RolloutExample example =
                  RolloutExample.of(exponential(1, 2, new Thresholds(100, 1, 50)), 16)
                      .failing(4, 3)
                      .run();
              assertEquals(
                  List.of(
                      batch(1, 100, 6),
                      batch(2, 100, 18),
                      batch(4, 100, 43),
                      batch(8, 62, 93),
                      batch(1, 100, 100)),
                  example.batches());
              assertFalse(example.state().shouldStop());
            }));
  }

  static Stream<Arguments> stops() {
    Thresholds once = new Thresholds(100, 1, 50);
    Thresholds twice = new Thresholds(100, 2, 50);
    return Row.table(
        row(
            "X14 stopped after batch 3, 13 nodes never admitted",
            () -> {
              RolloutExample example =
                  RolloutExample.of(exponential(1, 2, once), 20).failing(3, 1).run();
              assertEquals(
                  List.of(batch(1, 100, 5), batch(2, 100, 15), batch(4, 75, 35)),
                  example.batches());
              assertTrue(example.state().shouldStop());
            }),
        row(
            "X15 stopped by two failed batches in a row",
            () -> {
              RolloutExample example =
                  RolloutExample.of(linear(1, 1, twice), 40).failing(3, 1).failing(4, 1).run();
              assertEquals(
                  List.of(batch(1, 100, 2), batch(2, 100, 7), batch(3, 66, 15), batch(2, 50, 20)),
                  example.batches());
              assertTrue(example.state().shouldStop());
            }),
        row(
            "X16 a passed batch between them breaks the streak",
            () -> {
              RolloutExample example =
                  RolloutExample.of(linear(1, 1, twice), 40).failing(3, 1).failing(5, 1).run();
              assertEquals(List.of(1, 2, 3, 2, 3, 2, 3, 4, 5, 6, 7, 2), example.sizes());
              assertEquals(27, example.batches().get(4).progress());
              assertFalse(example.state().shouldStop());
            }),
        row(
            "X17 at the safety limit it does not stop",
            () -> {
              RolloutExample example = RolloutExample.of(linear(1, 1, once), 2).failing(1, 1).run();
              assertEquals(List.of(batch(1, 0, 50), batch(1, 100, 100)), example.batches());
              assertFalse(example.state().shouldStop());
            }),
        row(
            "X18 with a safety limit of 100 it does",
            () -> {
              RolloutExample example =
                  RolloutExample.of(linear(1, 1, new Thresholds(100, 1, 100)), 2)
                      .failing(1, 1)
                      .run();
              assertEquals(List.of(batch(1, 0, 50)), example.batches());
              assertTrue(example.state().shouldStop());
            }));
  }

  static Stream<Arguments> thresholds() {
    return Row.table(
        row(
            "X19 four of five pass a threshold of 80",
            () -> assertFalse(scored(5, 80, 1, 0).state().lastBatchFailed())),
        row(
            "X20 and miss one of 81",
            () -> assertTrue(scored(5, 81, 1, 0).state().lastBatchFailed())),
        row(
            "X21 a blocked member is left out: nine of nine",
            () -> {
              RolloutExample example = scored(10, 100, 0, 1);
              assertEquals(100, example.batches().getFirst().score());
              assertFalse(example.state().lastBatchFailed());
              assertEquals(10, example.state().lastBatchSize());
            }),
        row(
            "X22 one complete, one failed, one blocked: 50",
            () -> {
              RolloutExample example = scored(3, 50, 1, 1);
              assertEquals(50, example.batches().getFirst().score());
              assertFalse(example.state().lastBatchFailed());
            }),
        row(
            "X23 R45 a batch that is wholly blocked is not scored, others take its place",
            () -> {
              RolloutExample example = RolloutExample.of(fixed(2), 4).blocking(1, 2).run();
              assertEquals(List.of(batch(2, -1, 0), batch(2, 100, 50)), example.batches());
              assertEquals(2, example.state().currentBatch());
            }),
        row(
            "X24 a threshold of 90 lets one of ten and one of fifteen fail",
            () -> {
              RolloutExample example =
                  RolloutExample.of(linear(5, 5, new Thresholds(90, 0, 100)), 60)
                      .failing(2, 1)
                      .failing(3, 1)
                      .run();
              assertEquals(List.of(5, 10, 15, 20, 10), example.sizes());
              assertEquals(90, example.batches().get(1).score());
              assertEquals(93, example.batches().get(2).score());
            }));
  }

  private static RolloutExample scored(int members, int threshold, int failed, int blocked) {
    return RolloutExample.of(
            new Strategy.Fixed(members, new Thresholds(threshold, 0, 100)), members)
        .failing(1, failed)
        .blocking(1, blocked)
        .run();
  }

  private static Row ramp(String rule, RolloutExample example, Integer... sizes) {
    return row(
        rule + " admits " + List.of(sizes),
        () -> assertEquals(List.of(sizes), example.run().sizes()));
  }

  private static RolloutExample.Batch batch(int nodes, int score, int progress) {
    return new RolloutExample.Batch(nodes, score, progress);
  }

  private static Strategy fixed(int initial) {
    return new Strategy.Fixed(initial, Thresholds.DEFAULTS);
  }

  private static Strategy linear(int initial, int delta) {
    return linear(initial, delta, Thresholds.DEFAULTS);
  }

  private static Strategy linear(int initial, int delta, Thresholds thresholds) {
    return new Strategy.Linear(initial, delta, thresholds);
  }

  private static Strategy exponential(int initial, int factor) {
    return exponential(initial, factor, Thresholds.DEFAULTS);
  }

  private static Strategy exponential(int initial, int factor, Thresholds thresholds) {
    return new Strategy.Exponential(initial, factor, thresholds);
  }
}
