package io.nodewright.sandbox.kubelet;

import java.time.Duration;

/// Why a pod's containers are to end before they are done.
sealed interface PodEnding {
  /// How long they have between SIGTERM and SIGKILL.
  Duration grace();

  /// Somebody deletes the pod.
  record Deleted(Duration grace) implements PodEnding {}

  /// Its `activeDeadlineSeconds` are over.
  record DeadlineExceeded(Duration grace) implements PodEnding {}

  /// The sandbox stops; the pod's state is left as it is.
  record SandboxStopped() implements PodEnding {
    @Override
    public Duration grace() {
      return Duration.ZERO;
    }
  }
}
