package io.nodewright.operator.leadership;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Whether this process may write now. Opened by each renewal of the lease for as long as the
/// renewal is good, so that it closes by itself when renewals stop, whatever thread hangs where
/// (08-O7). Measured on the monotonic clock: a changed wall clock opens nothing.
public final class WriteFence {

  private final LongSupplier nanoTime;
  private final Duration goodFor;
  private final boolean alwaysOpen;
  private boolean renewed;
  private long closesAt;

  private WriteFence(LongSupplier nanoTime, Duration goodFor, boolean alwaysOpen) {
    this.nanoTime = nanoTime;
    this.goodFor = goodFor;
    this.alwaysOpen = alwaysOpen;
  }

  /// A fence that is closed until the first renewal.
  ///
  /// @param nanoTime a monotonic clock, such as `System::nanoTime`
  /// @param goodFor how long after a renewal was asked for writes may begin: the renew deadline
  public static WriteFence closed(LongSupplier nanoTime, Duration goodFor) {
    return new WriteFence(nanoTime, goodFor, false);
  }

  /// A fence for a process that needs no lease.
  public static WriteFence open() {
    return new WriteFence(System::nanoTime, Duration.ZERO, true);
  }

  /// Whether a write may begin now.
  public synchronized boolean isOpen() {
    return alwaysOpen || (renewed && nanoTime.getAsLong() - closesAt < 0);
  }

  /// Says that a renewal succeeded.
  ///
  /// @param askedAt the monotonic time *before* the renewal was sent: the API server may have taken
  ///   it at any moment since
  /// @return whether the fence was closed before
  public synchronized boolean renewed(long askedAt) {
    boolean wasOpen = isOpen();
    renewed = true;
    closesAt = askedAt + goodFor.toNanos();
    return !wasOpen && isOpen();
  }

  /// Closes at once; the next renewal opens it again.
  public synchronized void close() {
    renewed = false;
  }
}
