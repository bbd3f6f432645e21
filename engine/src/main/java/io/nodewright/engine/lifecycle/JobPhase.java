package io.nodewright.engine.lifecycle;

import java.time.Instant;

/// How a Job stands (03 §11). A suspended Job and one with `FailureTarget` are unfinished, and so
/// is one that was taken away while a Pod of it still is on the node.
public sealed interface JobPhase {

  /// Neither complete nor failed.
  record Unfinished() implements JobPhase {}

  /// The Job controller has decided that it fails, and its Pods still go.
  ///
  /// @param since when that was decided
  record Failing(Instant since) implements JobPhase {}

  /// It ended well.
  ///
  /// @param at when it completed
  record Complete(Instant at) implements JobPhase {}

  /// It ended failed.
  ///
  /// @param reason of the `Failed` condition, such as `BackoffLimitExceeded`
  /// @param message of that condition
  /// @param at when it failed
  record Failed(String reason, String message, Instant at) implements JobPhase {}

  /// The Job is not there any more, and a Pod of it still is: what it began may go on.
  record Lost() implements JobPhase {}

  /// Whether the Job may still start Pods, or have one at work.
  default boolean unfinished() {
    return switch (this) {
      case Unfinished _, Failing _, Lost _ -> true;
      case Complete _, Failed _ -> false;
    };
  }
}
