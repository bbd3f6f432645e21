package io.nodewright.operator.leadership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// 08 §5: no write begins after the renew deadline.
class WriteFenceTest {

  private static final long SECOND = 1_000_000_000;

  // Near the end of its range, as a monotonic clock may be.
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5 * SECOND);
  private final WriteFence fence = WriteFence.closed(clock::get, Duration.ofSeconds(10));

  @Test
  void isClosedBeforeTheFirstRenewal() {
    assertEquals(false, fence.isOpen());
  }

  @Test
  void closesByItselfTenSecondsAfterTheRenewalWasAskedFor() {
    long asked = clock.get();
    clock.addAndGet(3 * SECOND); // the answer was slow

    assertEquals(true, fence.renewed(asked));
    clock.addAndGet(7 * SECOND - 1);
    assertEquals(true, fence.isOpen());
    clock.addAndGet(1);
    assertEquals(false, fence.isOpen());
  }

  @Test
  void saysOnlyOnceThatItOpened() {
    assertEquals(true, fence.renewed(clock.get()));
    clock.addAndGet(2 * SECOND);
    assertEquals(false, fence.renewed(clock.get()));
  }

  @Test
  void staysClosedWhenTheAnswerCameTooLate() {
    long asked = clock.get();
    clock.addAndGet(11 * SECOND);

    assertEquals(false, fence.renewed(asked));
    assertEquals(false, fence.isOpen());
  }

  @Test
  void closesAtOnceWhenTheLeaseIsGivenBack() {
    fence.renewed(clock.get());
    fence.close();

    assertEquals(false, fence.isOpen());
  }

  @Test
  void isAlwaysOpenWithoutElection() {
    assertEquals(true, WriteFence.open().isOpen());
  }
}
