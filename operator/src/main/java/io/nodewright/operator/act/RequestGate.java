package io.nodewright.operator.act;

import io.nodewright.operator.timing.TokenBucket;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Where requests wait for their turn: so many in flight, so many per second, by [Turn]. A waiting
/// virtual thread holds nothing that others need.
final class RequestGate {

  /// Requests in flight: what one connection carries well, and far from what an API server gives
  /// one client by default.
  static final int IN_FLIGHT = 32;

  /// Requests per second in the long run. A node-stage takes 6: 1,000 nodes pass a stage in 20 s,
  /// so that their Pods are what they wait for.
  static final double PER_SECOND = 300;

  /// Requests at once after a pause: a fleet of 100 nodes starts its stage without waiting.
  static final double BURST = 600;

  private final ReentrantLock lock = new ReentrantLock();
  private final PriorityQueue<Waiter> waiting = new PriorityQueue<>();
  private final TokenBucket budget;
  private int free;

  RequestGate(int inFlight, TokenBucket budget) {
    this.free = inFlight;
    this.budget = budget;
  }

  /// The gate with the numbers above.
  static RequestGate standard(LongSupplier nanoTime) {
    return new RequestGate(IN_FLIGHT, new TokenBucket(nanoTime, PER_SECOND, BURST));
  }

  /// Waits for the turn of one request; [#leave] must follow.
  ///
  /// @throws InterruptedException when the thread was interrupted while it waited; nothing is taken
  void enter(Turn turn) throws InterruptedException {
    lock.lockInterruptibly();
    Waiter self = new Waiter(turn, lock.newCondition());
    waiting.add(self);
    try {
      while (true) {
        if (!self.equals(waiting.peek()) || free == 0) {
          self.woken.await();
          continue;
        }
        long nanos = budget.take();
        if (nanos == 0) {
          free--;
          return;
        }
        self.woken.awaitNanos(nanos);
      }
    } finally {
      waiting.remove(self);
      wakeFirst();
      lock.unlock();
    }
  }

  /// Gives the place of a request back.
  void leave() {
    lock.lock();
    try {
      free++;
      wakeFirst();
    } finally {
      lock.unlock();
    }
  }

  private void wakeFirst() {
    Waiter first = waiting.peek();
    if (first != null) {
      first.woken.signal();
    }
  }

  private record Waiter(Turn turn, Condition woken) implements Comparable<Waiter> {
    @Override
    public int compareTo(Waiter other) {
      return turn.compareTo(other.turn);
    }
  }

  /// How long a request that was throttled waits before its next try.
  static Duration pause(int tries, double random) {
    long ceiling = Math.min(5_000, 100L << Math.min(tries, 6));
    return Duration.ofMillis(ceiling / 2 + (long) (random * ceiling / 2));
  }
}
