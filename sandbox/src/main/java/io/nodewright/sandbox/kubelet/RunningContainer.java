package io.nodewright.sandbox.kubelet;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/// A container that was started.
public interface RunningContainer {
  /// Its id, as the kubelet reports it.
  String id();

  /// The id of its image, as the kubelet reports it.
  String imageId();

  /// When it was started.
  Instant startedAt();

  /// Completes when it is ready to serve; at once for a container that nobody asks.
  default CompletableFuture<Void> ready() {
    return CompletableFuture.completedFuture(null);
  }

  /// Completes with its end.
  CompletableFuture<ContainerExit> exit();

  /// Asks it to end (SIGTERM).
  void terminate();

  /// Ends it (SIGKILL).
  void kill();
}
