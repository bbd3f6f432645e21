package io.nodewright.operator.timing;

import java.util.function.LongSupplier;

/// A budget of requests per second that saves up to a burst while nothing is sent. Not thread-safe:
/// its user holds a lock.
public final class TokenBucket {

  private static final double NANOS = 1e9;

  private final LongSupplier nanoTime;
  private final double perSecond;
  private final double burst;
  private double tokens;
  private long filledAt;

  /// @param nanoTime a monotonic clock
  /// @param perSecond requests per second in the long run
  /// @param burst requests at once after a pause
  public TokenBucket(LongSupplier nanoTime, double perSecond, double burst) {
    this.nanoTime = nanoTime;
    this.perSecond = perSecond;
    this.burst = burst;
    this.tokens = burst;
    this.filledAt = nanoTime.getAsLong();
  }

  /// Takes a token when there is one.
  ///
  /// @return 0 when one was taken, else the nanoseconds until there will be one
  public long take() {
    long now = nanoTime.getAsLong();
    tokens = Math.min(burst, tokens + (now - filledAt) / NANOS * perSecond);
    filledAt = now;
    if (tokens >= 1) {
      tokens -= 1;
      return 0;
    }
    return Math.max(1, (long) Math.ceil((1 - tokens) / perSecond * NANOS));
  }
}
