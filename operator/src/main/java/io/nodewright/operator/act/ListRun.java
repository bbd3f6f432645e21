package io.nodewright.operator.act;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.engine.action.Action;
import io.nodewright.operator.answer.Failure;
import io.nodewright.operator.leadership.FenceClosed;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/// One list, from its first action to its last or to the first that fails.
final class ListRun {

  /// Tries of a request that a busy API server did not take, before the list ends: 9 s or so.
  private static final int MOST_TRIES = 8;

  private final Performer performer;
  private final RequestGate gate;
  private final Pauses pauses;
  private final BooleanSupplier stopping;
  private final Turn turn;
  private final List<Action> actions;

  ListRun(
      Performer performer,
      RequestGate gate,
      Pauses pauses,
      BooleanSupplier stopping,
      Turn turn,
      List<Action> actions) {
    this.performer = performer;
    this.gate = gate;
    this.pauses = pauses;
    this.stopping = stopping;
    this.turn = turn;
    this.actions = actions;
  }

  /// Runs the list.
  ///
  /// @return how it ended; nothing of it is decided on before this returns
  /// @throws InterruptedException when the process ends
  Ending run() throws InterruptedException {
    ListMemory memory = new ListMemory(actions);
    boolean changed = false;
    for (Action action : actions) {
      if (stopping.getAsBoolean()) {
        return new Ending.Failed(action, Failure.NOT_LEADING);
      }
      Ending ending = untilAnswered(action, memory);
      switch (ending) {
        case Ending.Completed done -> changed |= done.changed();
        case Ending.Held _ -> {
          return ending;
        }
        case Ending.Failed failed -> {
          reread(failed);
          return ending;
        }
      }
    }
    return new Ending.Completed(changed);
  }

  private Ending untilAnswered(Action action, ListMemory memory) throws InterruptedException {
    for (int tries = 1; ; tries++) {
      Failure failure;
      boolean gated = performer.sendsAtOnce(action);
      if (gated) {
        gate.enter(turn);
      }
      try {
        return switch (performer.perform(action, memory)) {
          case Outcome.Done(boolean changed) -> new Ending.Completed(changed);
          case Outcome.Ended(String why) -> new Ending.Held(action, why);
        };
      } catch (FenceClosed e) {
        failure = Failure.NOT_LEADING;
      } catch (KubernetesClientException e) {
        failure = Failure.of(e);
      } finally {
        if (gated) {
          gate.leave();
        }
      }
      if (failure.kind() != Failure.Kind.BUSY || tries == MOST_TRIES) {
        return new Ending.Failed(action, failure);
      }
      pauses.pause(longer(failure.retryAfter(), pause(tries)));
    }
  }

  /// Reads what a failed action was on, for as long as it takes: until then nothing is decided on
  /// it.
  private void reread(Ending.Failed failed) throws InterruptedException {
    boolean unknown =
        switch (failed.failure().kind()) {
          case PRECONDITION, UNANSWERED, BUSY -> true;
          case REFUSED, NOT_LEADING -> false;
        };
    for (int tries = 1; unknown && !stopping.getAsBoolean(); tries++) {
      gate.enter(turn);
      try {
        performer.reread(failed.action());
        return;
      } catch (KubernetesClientException e) {
        if (Failure.of(e).kind() == Failure.Kind.REFUSED) {
          return; // what may not be read is not decided on by what is written
        }
      } finally {
        gate.leave();
      }
      pauses.pause(pause(tries));
    }
  }

  private static Duration pause(int tries) {
    return RequestGate.pause(tries, ThreadLocalRandom.current().nextDouble());
  }

  private static Duration longer(Duration left, Duration right) {
    return left.compareTo(right) > 0 ? left : right;
  }

  /// How a list ended.
  sealed interface Ending {
    /// With its last action.
    ///
    /// @param changed whether a pass may find something else than before
    record Completed(boolean changed) implements Ending {}

    /// With an action that could not be done, for a reason that the next snapshot shows.
    record Held(Action action, String why) implements Ending {}

    /// With a request that failed.
    record Failed(Action action, Failure failure) implements Ending {}
  }
}
