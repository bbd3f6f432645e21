package io.nodewright.sandbox.workload;

import java.time.Duration;

/// How a workload's container ended.
///
/// @param namespace its Pod's namespace
/// @param pod its Pod
/// @param node where it ran
/// @param how what ended it
public record WorkloadEnd(String namespace, String pod, String node, How how) {

  /// What ended it.
  public sealed interface How {
    /// Itself, after it was asked to (SIGTERM).
    ///
    /// @param took how long that took
    record Itself(Duration took) implements How {}

    /// SIGKILL, after it was asked to.
    ///
    /// @param had how long it had since
    /// @param grace how long its Pod asks for
    record Killed(Duration had, Duration grace) implements How {}

    /// SIGKILL, and it had not been asked.
    ///
    /// @param grace how long its Pod asks for
    record KilledUnasked(Duration grace) implements How {}

    /// Its node, which went down under it.
    record Node() implements How {}
  }

  /// Whether it was ended before its grace period was over.
  public boolean early() {
    return switch (how) {
      case How.Itself _ -> false;
      case How.Killed(var had, var grace) -> had.compareTo(grace) < 0;
      case How.KilledUnasked(var grace) -> !grace.isZero();
      case How.Node _ -> true;
    };
  }
}
