package io.nodewright.engine.rollout;

import java.util.List;

/// What happened to a compartment's batches in a pass, to be told once (05 §15).
public sealed interface BatchNews {

  /// A batch was admitted (RE1).
  record Started(String compartment, int batch, List<String> nodes) implements BatchNews {
    /// Copies the nodes.
    public Started {
      nodes = List.copyOf(nodes);
    }
  }

  /// A batch was scored (RE2).
  ///
  /// @param score percent
  /// @param threshold pass mark in percent
  record Evaluated(
      String compartment,
      int batch,
      int complete,
      int failed,
      int blocked,
      int score,
      int threshold)
      implements BatchNews {
    /// Whether it reached its pass mark.
    public boolean passed() {
      return score >= threshold;
    }
  }

  /// A compartment stopped (RE3).
  ///
  /// @param failedBatches in a row
  /// @param failedNodes erroring nodes of the compartment
  /// @param population its nodes
  record Stopped(String compartment, int failedBatches, int failedNodes, int population)
      implements BatchNews {}

  /// A compartment that had batches is gone (RE5).
  record Removed(String compartment) implements BatchNews {}
}
