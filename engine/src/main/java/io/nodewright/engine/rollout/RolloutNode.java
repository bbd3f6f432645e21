package io.nodewright.engine.rollout;

import java.util.SortedMap;

/// A node in scope, as far as batches look at it.
///
/// @param labels of the node
/// @param outcome how it ended, if it did
/// @param eligible whether it may run stages but for membership (05 §3.4 tests 1 to 7)
/// @param atWork whether it has an unfinished Job
public record RolloutNode(
    SortedMap<String, String> labels, Outcome outcome, boolean eligible, boolean atWork) {

  /// How a node ended its part of a batch (05 §1).
  public enum Outcome {
    NONE,
    COMPLETE,
    ERRORING,
    BLOCKED
  }

  /// Whether it is a running member once it is a member (05 §1).
  boolean runs() {
    return eligible && outcome == Outcome.NONE;
  }
}
