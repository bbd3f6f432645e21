package io.nodewright.agent.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Whether the agent was asked to stop. It never stops a step: it is looked at before the next one
/// (06 §13).
public final class StopSignal {

  private final CountDownLatch raised = new CountDownLatch(1);

  /// The agent was asked to stop; asking again changes nothing.
  public void raise() {
    raised.countDown();
  }

  /// Whether it was.
  public boolean raised() {
    return raised.getCount() == 0;
  }

  /// Waits until it is, at most that long; whether it was.
  public boolean raisedWithin(Duration patience) {
    try {
      return raised.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the agent's own thread", e);
    }
  }
}
