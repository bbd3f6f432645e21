package io.nodewright.sandbox.process;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Waits for something that can only be asked for.
public final class Await {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private Await() {}

  /// Asks `holds` again and again until it says yes.
  ///
  /// @param what the condition in words, for the error
  /// @throws IllegalStateException when it does not hold within `bound`
  public static void until(String what, Duration bound, BooleanSupplier holds) {
    Instant end = Instant.now().plus(bound);
    while (!holds.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException("timed out after " + bound + " waiting until " + what);
      }
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting", e);
    }
  }
}
