package io.nodewright.simulation.node;

import java.time.Duration;

/// A kubelet's pauses between tries: none before the first, then 10, 20, 40 … 300 seconds.
final class Pauses {

  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final int DOUBLINGS = 10;

  private Pauses() {}

  /// The pause after the `failures`-th failure in a row, counting from 1.
  static Duration named(int failures) {
    if (failures <= 1) {
      return Duration.ZERO;
    }
    Duration pause = FIRST.multipliedBy(1L << Math.min(failures - 2, DOUBLINGS));
    return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
  }
}
