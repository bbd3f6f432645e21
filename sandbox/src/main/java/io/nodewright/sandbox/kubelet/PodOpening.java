package io.nodewright.sandbox.kubelet;

/// Whether a pod's containers can be started.
public sealed interface PodOpening {
  /// They can.
  ///
  /// @param home where they run
  record Opened(PodHome home) implements PodOpening {}

  /// They cannot yet.
  ///
  /// @param message what is missing
  record Waiting(String message) implements PodOpening {}
}
