package io.nodewright.operator.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// 08 §5: a pass that runs longer than its bound is noticed.
class WatchdogTest {

  private final AtomicLong clock = new AtomicLong();
  private final Watchdog watchdog = new Watchdog(clock::get, Duration.ofMinutes(10));

  @Test
  void noticesAPassThatHangsAndNoOther() {
    watchdog.passBegins();
    clock.addAndGet(Duration.ofMinutes(10).toNanos());
    assertEquals(true, watchdog.quiet());
    clock.addAndGet(1);
    assertEquals(false, watchdog.quiet());
    watchdog.passEnds();
    clock.addAndGet(Duration.ofHours(1).toNanos());
    assertEquals(true, watchdog.quiet());
  }
}
