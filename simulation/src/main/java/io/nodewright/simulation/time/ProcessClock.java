package io.nodewright.simulation.time;

import java.time.Duration;
import java.time.Instant;

/// The clock of one process: the agenda's time, off by a shift that may change.
public final class ProcessClock {

  private final Agenda agenda;
  private Duration shift = Duration.ZERO;

  /// A clock that is right.
  public ProcessClock(Agenda agenda) {
    this.agenda = agenda;
  }

  /// What this process takes for the time.
  public Instant now() {
    return agenda.now().plus(shift);
  }

  /// Sets the clock off.
  ///
  /// @param by positive when the process is ahead of the API server
  public void shift(Duration by) {
    shift = by;
  }
}
