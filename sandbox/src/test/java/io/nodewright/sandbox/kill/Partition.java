package io.nodewright.sandbox.kill;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// Lets all writes pass, or none: one that comes while the way is cut is held until it is whole
/// again, and then lost.
final class Partition implements Judge {

  private final List<Attempt> attempts = new CopyOnWriteArrayList<>();
  private final CountDownLatch healed = new CountDownLatch(1);
  private volatile boolean cut;

  /// A write that came.
  ///
  /// @param nanos when, by the monotonic clock
  record Attempt(long nanos, Write write, boolean passed) {

    /// Whether it renews or takes the lease.
    boolean ofLease() {
      return write.path().contains("/leases");
    }

    /// Whether it is work, and not about the operator itself. Events are work here.
    boolean ofWork() {
      return !ofLease() && !write.path().endsWith("reviews");
    }

    /// How long after another moment it came.
    Duration after(long then) {
      return Duration.ofNanos(nanos - then);
    }
  }

  void cut() {
    cut = true;
  }

  void heal() {
    cut = false;
    healed.countDown();
  }

  List<Attempt> attempts() {
    return List.copyOf(attempts);
  }

  @Override
  public Fate fate(Write write) {
    boolean passes = !cut;
    attempts.add(new Attempt(System.nanoTime(), write, passes));
    return passes ? Fate.PASSES : Fate.DIES_BEFORE;
  }

  @Override
  public void awaitDeath() throws InterruptedException {
    healed.await();
  }

  @Override
  public void stored(Write write) {
    throw new IllegalStateException("no write dies after it was stored");
  }

  @Override
  public void refused(Write write) {
    throw new IllegalStateException("no write dies after it was answered");
  }
}
