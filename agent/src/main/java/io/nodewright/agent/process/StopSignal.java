package io.nodewright.agent.process;

import java.util.concurrent.atomic.AtomicBoolean;

/// Whether the agent was asked to stop. It never stops a step: it is looked at before the next one
/// (06 §13).
public final class StopSignal {

  private final AtomicBoolean raised = new AtomicBoolean();

  /// The agent was asked to stop; asking again changes nothing.
  public void raise() {
    raised.set(true);
  }

  /// Whether it was.
  public boolean raised() {
    return raised.get();
  }
}
