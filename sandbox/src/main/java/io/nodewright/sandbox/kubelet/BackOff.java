package io.nodewright.sandbox.kubelet;

import java.time.Duration;

/// A kubelet's pauses between tries: none before the first, then 10, 20, 40 … 300 seconds.
///
/// @param scale what each pause is multiplied with; below 1 for tests that cannot wait
public record BackOff(double scale) {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  /// A kubelet's own pauses.
  public static final BackOff REAL = new BackOff(1);

  public BackOff {
    if (!(scale > 0)) {
      throw new IllegalArgumentException("scale of the back-off: " + scale + " is not above 0");
    }
  }

  /// The pause after the `failures`-th failure in a row, counting from 1, as a kubelet names it.
  public Duration named(int failures) {
    return failures <= 1
        ? Duration.ZERO
        : shorter(FIRST.multipliedBy(1L << Math.min(failures - 2, 10)));
  }

  /// The same pause as it is really made.
  public Duration pause(int failures) {
    return Duration.ofMillis((long) (named(failures).toMillis() * scale));
  }

  private static Duration shorter(Duration pause) {
    return pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
  }
}
