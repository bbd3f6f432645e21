package io.nodewright.simulation.operator;

import io.nodewright.simulation.time.Agenda;
import java.time.Duration;
import java.time.Instant;

/// The life of one process: what it puts on the agenda happens while it lives, and late when it
/// stands still meanwhile.
final class Life {

  private final Agenda agenda;
  private boolean dead;
  private Instant frozenUntil = Instant.MIN;

  Life(Agenda agenda) {
    this.agenda = agenda;
  }

  boolean dead() {
    return dead;
  }

  /// Ends it, with all that it had in mind.
  void end() {
    dead = true;
  }

  /// Lets it stand still until then.
  void freeze(Instant until) {
    frozenUntil = until;
  }

  /// Until when it stands still; past when it does not.
  Instant frozenUntil() {
    return frozenUntil;
  }

  Instant now() {
    return agenda.now();
  }

  /// Does something later, if it still lives then.
  Agenda.Entry after(Duration wait, String what, Runnable act) {
    return agenda.after(wait, what, () -> run(what, act));
  }

  /// Does something now, or as soon as it does not stand still any more.
  void run(String what, Runnable act) {
    if (dead) {
      return;
    }
    if (agenda.now().isBefore(frozenUntil)) {
      agenda.at(frozenUntil, what, () -> run(what, act));
      return;
    }
    act.run();
  }
}
