package io.nodewright.sandbox.kubelet;

import io.nodewright.sandbox.kubelet.ContainerState.Ended;
import io.nodewright.sandbox.kubelet.ContainerState.Running;
import io.nodewright.sandbox.kubelet.ContainerState.Waiting;
import java.util.List;

/// What is known of one container of a pod.
///
/// @param state what it does now
/// @param before the run before this one; empty or one
/// @param restarts how often it was started again
/// @param imageId the id of its image; empty before it was found
record ContainerRecord(ContainerState state, List<Ended> before, int restarts, String imageId) {
  ContainerRecord {
    before = List.copyOf(before);
  }

  /// A container that waits for its turn.
  static ContainerRecord waiting(String reason) {
    return new ContainerRecord(new Waiting(reason, ""), List.of(), 0, "");
  }

  /// The same container, waiting.
  ContainerRecord waits(String reason, String message) {
    return new ContainerRecord(new Waiting(reason, message), lastRun(), restarts, imageId);
  }

  /// The same container, started; a run after the first is a restart.
  ContainerRecord runs(RunningContainer container) {
    return new ContainerRecord(
        new Running(container.id(), container.startedAt(), container.ready().isDone()),
        lastRun(),
        lastRun().isEmpty() ? restarts : restarts + 1,
        container.imageId());
  }

  /// The same container, ready, if `container` is still the one that runs.
  ContainerRecord serves(RunningContainer container) {
    return state instanceof Running(var id, var startedAt, _) && id.equals(container.id())
        ? new ContainerRecord(new Running(id, startedAt, true), before, restarts, imageId)
        : this;
  }

  /// The same container, ended.
  ContainerRecord ends(ContainerExit exit) {
    Ended ended =
        switch (state) {
          case Running(var id, var startedAt, _) -> new Ended(id, startedAt, exit);
          case Ended(var id, var startedAt, _) -> new Ended(id, startedAt, exit);
          case Waiting _ -> new Ended("", exit.finishedAt(), exit);
        };
    return new ContainerRecord(ended, before, restarts, imageId);
  }

  /// Whether it runs and serves.
  boolean ready() {
    return state instanceof Running(_, _, var ready) && ready;
  }

  /// Whether it ended well.
  boolean succeeded() {
    return state instanceof Ended(_, _, var exit) && exit.succeeded();
  }

  /// Whether it ended badly.
  boolean failed() {
    return state instanceof Ended(_, _, var exit) && !exit.succeeded();
  }

  /// Whether it was ever started.
  boolean everRan() {
    return !(state instanceof Waiting) || !before.isEmpty();
  }

  private List<Ended> lastRun() {
    return state instanceof Ended ended ? List.of(ended) : before;
  }
}
