package io.nodewright.simulation.operator;

import io.nodewright.engine.action.Action;
import io.nodewright.simulation.chance.Dice;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// One list, from its first action to its last or to the first that fails.
final class ListRun {

  /// Tries of a request that a busy API server did not take, before the list ends.
  private static final int MOST_TRIES = 8;

  private final Performer performer;
  private final Life life;
  private final Protections protections;
  private final Dice dice;
  private final String nodeWright;
  private final List<Action> actions;
  private final ListMemory memory;
  private final Consumer<Ending> then;
  private boolean changed;

  /// @param dice for the jitter of pauses
  /// @param then told how it ended; nothing of it is decided on before
  ListRun(
      Performer performer,
      Life life,
      Protections protections,
      Dice dice,
      String nodeWright,
      List<Action> actions,
      Consumer<Ending> then) {
    this.performer = performer;
    this.life = life;
    this.protections = protections;
    this.dice = dice;
    this.nodeWright = nodeWright;
    this.actions = actions;
    this.memory = new ListMemory(actions);
    this.then = then;
  }

  void begin() {
    next(0);
  }

  private void next(int index) {
    if (index == actions.size()) {
      then.accept(new Ending.Completed(changed));
      return;
    }
    perform(index, 1);
  }

  private void perform(int index, int tries) {
    Action action = actions.get(index);
    performer.perform(
        nodeWright,
        action,
        memory,
        outcome -> {
          switch (outcome) {
            case Outcome.Done(boolean news) -> {
              changed |= news;
              next(index + 1);
            }
            case Outcome.Ended _ -> {
              if (protections.on(Protection.LIST_ENDS_AT_FAILURE)) {
                then.accept(new Ending.Held());
              } else {
                next(index + 1);
              }
            }
            case Outcome.Failed(Failure failure) -> {
              if (failure.kind() == Failure.Kind.BUSY && tries < MOST_TRIES) {
                life.after(pause(tries), "try again", () -> perform(index, tries + 1));
              } else if (protections.on(Protection.LIST_ENDS_AT_FAILURE)) {
                failed(action, failure);
              } else {
                next(index + 1);
              }
            }
          }
        });
  }

  private void failed(Action action, Failure failure) {
    boolean unknown =
        switch (failure.kind()) {
          case PRECONDITION, UNANSWERED, BUSY -> true;
          case REFUSED, NOT_LEADING -> false;
        };
    if (unknown && protections.on(Protection.REREAD_AFTER_FAILURE)) {
      reread(action, failure, 1);
    } else {
      then.accept(new Ending.Failed(failure));
    }
  }

  /// Reads what a failed action was on, for as long as it takes.
  private void reread(Action action, Failure failure, int tries) {
    performer.reread(
        action,
        reply -> {
          boolean again =
              switch (reply) {
                case Reply.Answered<Void> _ -> false;
                case Reply.Failed<Void>(Failure why) -> why.kind() != Failure.Kind.REFUSED;
              };
          if (again) {
            life.after(pause(tries), "read again", () -> reread(action, failure, tries + 1));
          } else {
            then.accept(new Ending.Failed(failure));
          }
        });
  }

  private Duration pause(int tries) {
    long ceiling = Math.min(5_000, 100L << Math.min(tries, 6));
    return Duration.ofMillis(
        ceiling / 2 + dice.roll((int) (ceiling / 2), "pause", tries, life.now()));
  }

  /// How a list ended.
  sealed interface Ending {
    /// With its last action.
    ///
    /// @param changed whether a pass may find something else than before
    record Completed(boolean changed) implements Ending {}

    /// With an action that could not be done, for a reason that the next snapshot shows.
    record Held() implements Ending {}

    /// With a request that failed.
    record Failed(Failure failure) implements Ending {}
  }
}
