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
  private Instant decidedAt = Instant.MIN;

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

  /// A pass decides now: what follows from it is done on behalf of that decision.
  void decides() {
    decidedAt = agenda.now();
  }

  /// When that was decided on behalf of which something is done now.
  Instant decidedAt() {
    return decidedAt;
  }

  /// Does something later, if it still lives then, on behalf of the same decision.
  Agenda.Entry after(Duration wait, String what, Runnable act) {
    return after(wait, what, decidedAt, act);
  }

  /// Does something later, if it still lives then, on behalf of that decision.
  Agenda.Entry after(Duration wait, String what, Instant decision, Runnable act) {
    return agenda.after(
        wait,
        what,
        () ->
            run(
                what,
                () -> {
                  decidedAt = decision;
                  act.run();
                }));
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
