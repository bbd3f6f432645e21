package io.nodewright.engine.rollout;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The score of a batch that is over, and what follows from it for the next (05 §7.1).
///
/// @param state of the compartment after it
/// @param news what is to be told
record BatchEvaluation(BatchState state, List<BatchNews> news) {

  /// How the members of a batch and the nodes of its compartment ended.
  ///
  /// @param members of the batch
  /// @param complete members that are complete
  /// @param failed members that failed
  /// @param blocked members that are blocked
  /// @param population nodes of the compartment
  /// @param failedOfAll nodes of the compartment that failed
  /// @param progress processed nodes of the compartment, in percent
  record Counts(
      int members,
      int complete,
      int failed,
      int blocked,
      int population,
      int failedOfAll,
      int progress) {

    /// Whether the batch is over: every member has an outcome, and one of them is complete or
    /// failed.
    boolean over() {
      return complete + failed > 0 && complete + failed + blocked == members;
    }
  }

  /// Scores a batch, once it is over; until then nothing changes.
  static BatchEvaluation of(CompartmentSpec spec, BatchState state, Counts counts) {
    if (!counts.over() || spec.strategy() instanceof Strategy.None) {
      return new BatchEvaluation(state, List.of());
    }
    Strategy.Thresholds limits = thresholds(spec.strategy());
    int score = counts.complete() * 100 / (counts.complete() + counts.failed());
    boolean passed = score >= limits.batchThreshold();
    int streak = passed ? 0 : state.consecutiveFailures() + 1;
    boolean stops =
        !passed
            && limits.failureThreshold() > 0
            && streak >= limits.failureThreshold()
            && counts.progress() < limits.safetyLimit();
    List<BatchNews> news = new ArrayList<>();
    news.add(
        new BatchNews.Evaluated(
            spec.name(),
            state.currentBatch(),
            counts.complete(),
            counts.failed(),
            counts.blocked(),
            score,
            limits.batchThreshold()));
    if (stops) {
      news.add(
          new BatchNews.Stopped(spec.name(), streak, counts.failedOfAll(), counts.population()));
    }
    return new BatchEvaluation(
        new BatchState(
            state.currentBatch() + 1,
            streak,
            state.completedNodes() + counts.complete(),
            state.failedNodes() + counts.failed(),
            size(spec.strategy(), state, counts.members()),
            !passed,
            state.shouldStop() || stops,
            new TreeSet<>()),
        news);
  }

  /// Members that run when batches are reset are the first batch, however many they are; what grows
  /// from it is never larger than from a first batch (05 §9).
  private static int size(Strategy strategy, BatchState state, int members) {
    if (state.lastBatchSize() > 0) {
      return members;
    }
    return switch (strategy) {
      case Strategy.None _ -> members;
      case Strategy.Fixed(int initial, var _) -> Math.min(members, initial);
      case Strategy.Linear(int initial, int _, var _) -> Math.min(members, initial);
      case Strategy.Exponential(int initial, int _, var _) -> Math.min(members, initial);
    };
  }

  private static Strategy.Thresholds thresholds(Strategy strategy) {
    return switch (strategy) {
      case Strategy.None _ -> Strategy.Thresholds.DEFAULTS;
      case Strategy.Fixed(int _, var limits) -> limits;
      case Strategy.Linear(int _, int _, var limits) -> limits;
      case Strategy.Exponential(int _, int _, var limits) -> limits;
    };
  }
}
