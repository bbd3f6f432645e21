package io.nodewright.operator.pass;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Notices a pass that hangs (08 §5).
public final class Watchdog {

  private final LongSupplier nanoTime;
  private final Duration bound;
  private boolean passing;
  private long begun;

  /// @param nanoTime a monotonic clock
  /// @param bound how long a pass may take
  public Watchdog(LongSupplier nanoTime, Duration bound) {
    this.nanoTime = nanoTime;
    this.bound = bound;
  }

  /// Whether no pass hangs.
  public synchronized boolean quiet() {
    return !passing || nanoTime.getAsLong() - begun <= bound.toNanos();
  }

  synchronized void passBegins() {
    passing = true;
    begun = nanoTime.getAsLong();
  }

  synchronized void passEnds() {
    passing = false;
  }
}
