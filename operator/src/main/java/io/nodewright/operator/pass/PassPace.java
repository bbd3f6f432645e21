package io.nodewright.operator.pass;

import java.time.Duration;
import java.util.function.LongSupplier;

/// How soon passes may follow each other when alarms are dense: what the passes of a round took is
/// paid for with four times as long a pause. A single alarm after a pause is never held.
final class PassPace {

  /// Rounds take at most a fifth of a core.
  private static final int SHARE = 5;

  /// Alarms that come together are one round.
  static final Duration SHORTEST = Duration.ofMillis(20);

  /// However long passes take, work is not held up longer.
  static final Duration LONGEST = Duration.ofSeconds(1);

  private final LongSupplier nanoTime;
  private boolean anyRound;
  private long roundBegan;
  private long taken;

  PassPace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /// Until the next round may begin; zero when it may now.
  synchronized Duration untilNext() {
    if (!anyRound) {
      return Duration.ZERO;
    }
    long pause = Math.clamp(SHARE * taken, SHORTEST.toNanos(), LONGEST.toNanos());
    return Duration.ofNanos(Math.max(0, roundBegan + pause - nanoTime.getAsLong()));
  }

  /// A round begins: every pass until the next one belongs to it.
  synchronized void roundBegins() {
    anyRound = true;
    roundBegan = nanoTime.getAsLong();
    taken = 0;
  }

  /// A pass took that long.
  synchronized void passTook(Duration duration) {
    taken += duration.toNanos();
  }
}
