package io.nodewright.operator.act;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.operator.timing.TokenBucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// In which order requests are sent (design "The shell").
@Timeout(20)
class RequestGateTest {

  private final List<String> order = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads = new ArrayList<>();

  @Test
  void theUrgentGoFirstAndThenWhoCameFirst() throws InterruptedException {
    RequestGate gate = new RequestGate(1, new TokenBucket(System::nanoTime, 1e9, 1e9));
    gate.enter(new Turn(Turn.Level.OWN, 0)); // while this one is in flight, the others gather
    waits(gate, "new 3", Turn.Level.NEW, 3);
    waits(gate, "at work 5", Turn.Level.AT_WORK, 5);
    waits(gate, "new 1", Turn.Level.NEW, 1);
    waits(gate, "at work 4", Turn.Level.AT_WORK, 4);
    waits(gate, "own 6", Turn.Level.OWN, 6);

    gate.leave();
    for (Thread thread : threads) {
      thread.join();
    }

    assertEquals(List.of("own 6", "at work 4", "at work 5", "new 1", "new 3"), order);
  }

  @Test
  void whoIsInterruptedWhileWaitingTakesNothing() throws InterruptedException {
    RequestGate gate = new RequestGate(1, new TokenBucket(System::nanoTime, 1e9, 1e9));
    gate.enter(new Turn(Turn.Level.OWN, 0));
    Thread waiting = waits(gate, "interrupted", Turn.Level.OWN, 1);

    waiting.interrupt();
    waiting.join();
    gate.leave();
    gate.enter(new Turn(Turn.Level.NEW, 2));
    gate.leave();

    assertEquals(List.of(), order);
  }

  @Test
  void theBudgetSavesABurstAndThenGivesItsRate() {
    AtomicLong clock = new AtomicLong();
    TokenBucket budget = new TokenBucket(clock::get, 300, 2);

    assertEquals(0, budget.take());
    assertEquals(0, budget.take());
    long wait = budget.take();
    assertEquals(true, wait > 3_300_000 && wait < 3_400_000, () -> "waits " + wait);
    clock.addAndGet(wait);
    assertEquals(0, budget.take());
    clock.addAndGet(Duration.ofHours(1).toNanos());
    assertEquals(0, budget.take());
    assertEquals(0, budget.take());
    assertEquals(true, budget.take() > 0);
  }

  @Test
  void aWaitingRequestIsSentWhenTheBudgetHasItsToken() throws InterruptedException {
    RequestGate gate = new RequestGate(8, new TokenBucket(System::nanoTime, 200, 1));
    long begun = System.nanoTime();
    for (int i = 0; i < 5; i++) {
      gate.enter(new Turn(Turn.Level.NEW, i));
      gate.leave();
    }

    assertEquals(true, System.nanoTime() - begun >= Duration.ofMillis(19).toNanos());
  }

  /// Begins to wait in a thread; returns when it waits.
  private Thread waits(RequestGate gate, String name, Turn.Level level, int number)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  begun.countDown();
                  try {
                    gate.enter(new Turn(level, number));
                    order.add(name);
                    gate.leave();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    threads.add(thread);
    begun.await();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }
}
