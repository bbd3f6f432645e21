package io.nodewright.engine.rollout;

/// The size of a compartment's next batch (05 §6.3).
public final class BatchGrowth {

  private BatchGrowth() {}

  /// The size by the rule; the caller limits it to the candidates.
  ///
  /// @param strategy of the compartment
  /// @param ceiling of its budget for the present population
  /// @param state what it remembers
  /// @param progressPercent processed nodes in percent of the population
  /// @param population nodes of the compartment
  /// @return 1 or more
  public static int nextSize(
      Strategy strategy, int ceiling, BatchState state, int progressPercent, int population) {
    boolean first = state.lastBatchSize() == 0;
    int last = state.lastBatchSize();
    long size =
        switch (strategy) {
          case Strategy.None _ -> ceiling;
          case Strategy.Fixed(int initial, var _) -> initial;
          case Strategy.Linear(int initial, int delta, var limits) ->
              first
                  ? initial
                  : shrinks(state, progressPercent, limits) ? last - delta : (long) last + delta;
          case Strategy.Exponential(int initial, int factor, var limits) ->
              first
                  ? initial
                  : shrinks(state, progressPercent, limits)
                      ? last / factor
                      : Math.min((long) last * factor, population);
        };
    return Math.clamp(size, 1, Integer.MAX_VALUE);
  }

  private static boolean shrinks(
      BatchState state, int progressPercent, Strategy.Thresholds limits) {
    return state.lastBatchFailed() && progressPercent < limits.safetyLimit();
  }
}
