package io.nodewright.engine.rollout;

import java.util.SortedMap;

/// A node in scope, as far as batches look at it.
///
/// @param labels of the node
/// @param outcome how it ended, if it did
/// @param eligible whether it may run stages but for membership (05 §3.4 tests 1 to 7)
/// @param work what of the NodeWright works on it
public record RolloutNode(
    SortedMap<String, String> labels, Outcome outcome, boolean eligible, Work work) {

  /// How a node ended its part of a batch (05 §1).
  public enum Outcome {
    NONE,
    COMPLETE,
    ERRORING,
    BLOCKED
  }

  /// What works on a node.
  public enum Work {
    NONE,
    /// An unfinished Job.
    JOB,
    /// Only a Pod whose Job was taken away, or that is gone as well and is still seen: nobody can
    /// tell. It makes no member, and nobody else begins beside it.
    STRAY_POD
  }

  /// Whether others have to wait for it, though it is no member.
  boolean strays() {
    return eligible && work == Work.STRAY_POD;
  }

  /// Whether it is a running member once it is a member (05 §1).
  boolean runs() {
    return eligible && outcome == Outcome.NONE;
  }
}
