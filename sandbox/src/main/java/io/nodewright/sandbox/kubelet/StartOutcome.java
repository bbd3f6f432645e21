package io.nodewright.sandbox.kubelet;

/// What came of starting a container.
public sealed interface StartOutcome {
  /// It runs.
  ///
  /// @param container the container
  record Started(RunningContainer container) implements StartOutcome {}

  /// Its image is not there; tried again with a growing pause.
  ///
  /// @param message what a kubelet would say
  record ImageMissing(String message) implements StartOutcome {}

  /// It cannot be made; tried again.
  ///
  /// @param reason the kubelet's word for it, such as `CreateContainerConfigError`
  /// @param message what a kubelet would say
  record NotCreated(String reason, String message) implements StartOutcome {}
}
