package io.nodewright.engine.lifecycle;

import java.time.Duration;

/// A duration that a package may set for itself, or leave to whoever gives the default.
public sealed interface Limit {

  /// The package says nothing.
  record Inherited() implements Limit {}

  /// The package says this, zero included.
  ///
  /// @param duration never negative
  record Given(Duration duration) implements Limit {
    /// Refuses a negative duration; admission refuses it before (V18, V27).
    ///
    /// @throws IllegalArgumentException when it is negative
    public Given {
      if (duration.isNegative()) {
        throw new IllegalArgumentException(duration + " is negative; use 0 or more");
      }
    }
  }

  /// What holds: the given duration, else `fallback`.
  default Duration or(Duration fallback) {
    return switch (this) {
      case Inherited _ -> fallback;
      case Given(Duration duration) -> duration;
    };
  }
}
