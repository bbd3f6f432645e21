package io.nodewright.simulation.node;

import java.time.Instant;
import java.util.List;

/// What a kubelet knows of one container of a Pod.
///
/// @param state what it does now
/// @param before the run before this one; empty or one
/// @param restarts how often it was started again
record ContainerRecord(State state, List<State.Ended> before, int restarts) {

  ContainerRecord {
    before = List.copyOf(before);
  }

  static ContainerRecord waiting(String reason) {
    return new ContainerRecord(new State.Waiting(reason, ""), List.of(), 0);
  }

  ContainerRecord waits(String reason, String message) {
    return new ContainerRecord(new State.Waiting(reason, message), lastRun(), restarts);
  }

  /// Started; a run after the first is a restart.
  ContainerRecord runs(Instant now) {
    List<State.Ended> last = lastRun();
    return new ContainerRecord(
        new State.Running(now), last, last.isEmpty() ? restarts : restarts + 1);
  }

  ContainerRecord ends(int code, String reason, Instant now) {
    Instant started = state instanceof State.Running(Instant since) ? since : now;
    return new ContainerRecord(new State.Ended(code, reason, started, now), before, restarts);
  }

  boolean succeeded() {
    return state instanceof State.Ended ended && ended.code == 0;
  }

  boolean failed() {
    return state instanceof State.Ended ended && ended.code != 0;
  }

  boolean everRan() {
    return !(state instanceof State.Waiting) || !before.isEmpty();
  }

  private List<State.Ended> lastRun() {
    return state instanceof State.Ended ended ? List.of(ended) : before;
  }

  /// What a container does.
  sealed interface State {
    /// It was not started, or is to be started again.
    record Waiting(String reason, String message) implements State {}

    /// It runs.
    record Running(Instant since) implements State {}

    /// It ended.
    record Ended(int code, String reason, Instant since, Instant at) implements State {}
  }
}
