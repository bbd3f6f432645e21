package io.nodewright.simulation.run;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Says now and then how far a long run is. Short runs say nothing. For use by several threads.
final class ProgressLine implements AutoCloseable {

  private static final Duration EVERY = Duration.ofSeconds(10);

  private final Consumer<String> lines;
  private final long all;
  private final long begun = System.nanoTime();
  private final AtomicLong through = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();
  private final Thread speaker;

  /// @param all seeds that are to run
  ProgressLine(Consumer<String> lines, long all) {
    this.lines = lines;
    this.all = all;
    this.speaker = Thread.ofVirtual().name("progress").start(this::speak);
  }

  /// A seed is through.
  void through(boolean right) {
    through.incrementAndGet();
    if (!right) {
      failed.incrementAndGet();
    }
  }

  /// Falls silent.
  @Override
  public void close() {
    speaker.interrupt();
  }

  private void speak() {
    try {
      while (true) {
        Thread.sleep(EVERY);
        double seconds = (System.nanoTime() - begun) / 1e9;
        lines.accept(
            String.format(
                Locale.ROOT,
                "%d of %d seeds, %d violations, %.1f rollouts/s",
                through.get(),
                all,
                failed.get(),
                through.get() / seconds));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }
}
