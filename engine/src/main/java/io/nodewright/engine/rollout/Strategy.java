package io.nodewright.engine.rollout;

/// How the batches of a compartment grow (05 §2.2, §6.3).
public sealed interface Strategy {

  /// No strategy: the budget's ceiling is the batch size and nothing is scored.
  record None() implements Strategy {}

  /// Every batch has the same size.
  record Fixed(int initialBatch, Thresholds thresholds) implements Strategy {}

  /// Each passed batch adds `delta`, each failed one takes it away.
  record Linear(int initialBatch, int delta, Thresholds thresholds) implements Strategy {}

  /// Each passed batch multiplies by `growthFactor`, each failed one divides.
  record Exponential(int initialBatch, int growthFactor, Thresholds thresholds)
      implements Strategy {}

  /// When a batch passes and when the compartment stops.
  ///
  /// @param batchThreshold pass mark of a batch, percent
  /// @param failureThreshold failed batches in a row that stop it; 0 for never
  /// @param safetyLimit progress in percent from which failures no longer stop or shrink
  record Thresholds(int batchThreshold, int failureThreshold, int safetyLimit) {
    /// The defaults of 05 §2.2.
    public static final Thresholds DEFAULTS = new Thresholds(100, 0, 50);
  }
}
