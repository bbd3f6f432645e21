package io.nodewright.sandbox.kubelet;

/// What a kubelet has decided on a pod as a whole.
public sealed interface PodVerdict {
  /// Its containers decide.
  record Open() implements PodVerdict {}

  /// It is over, and failed unless it had succeeded.
  ///
  /// @param reason the pod's reason, such as `DeadlineExceeded`; empty for a pod that was deleted
  /// @param message more on it; may be empty
  record Over(String reason, String message) implements PodVerdict {}

  /// The kubelet did not take it on.
  ///
  /// @param reason the pod's reason, such as `OutOfpods`
  /// @param message more on it
  record Refused(String reason, String message) implements PodVerdict {}
}
