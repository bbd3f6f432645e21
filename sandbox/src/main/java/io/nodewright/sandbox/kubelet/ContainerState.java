package io.nodewright.sandbox.kubelet;

import java.time.Instant;

/// What a container does now.
sealed interface ContainerState {
  /// It does not run.
  ///
  /// @param reason the kubelet's word for why
  /// @param message more on it; may be empty
  record Waiting(String reason, String message) implements ContainerState {}

  /// It runs.
  ///
  /// @param id the container's id
  /// @param startedAt since when
  /// @param ready whether it serves
  record Running(String id, Instant startedAt, boolean ready) implements ContainerState {}

  /// It has ended.
  ///
  /// @param id the container's id; empty when it never ran
  /// @param startedAt when it was started
  /// @param exit how it ended
  record Ended(String id, Instant startedAt, ContainerExit exit) implements ContainerState {}
}
