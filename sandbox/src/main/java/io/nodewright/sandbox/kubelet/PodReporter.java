package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Writes one pod's status, always the newest, one request at a time. Containers do not wait for
/// it: while the API server is away they run on, and what they came to is told afterwards.
final class PodReporter {
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Pod pod;
  private final PodApi api;
  private final Executor executor;
  private @Nullable PodStatus newest;
  private boolean writing;
  private boolean closed;
  private CompletableFuture<Void> idle = CompletableFuture.completedFuture(null);

  /// @param executor runs the requests, each of which blocks
  PodReporter(Pod pod, PodApi api, Executor executor) {
    this.pod = pod;
    this.api = api;
    this.executor = executor;
  }

  /// Tells `status`, instead of anything that was not told yet.
  synchronized void report(PodStatus status) {
    if (closed) {
      return;
    }
    newest = status;
    if (!writing) {
      writing = true;
      idle = new CompletableFuture<>();
      executor.execute(this::write);
    }
  }

  /// Completes when everything is told, or the pod is gone.
  synchronized CompletableFuture<Void> told() {
    return idle;
  }

  /// Tells nothing any more.
  synchronized void close() {
    closed = true;
    newest = null;
  }

  private void write() {
    PodStatus status = take();
    if (status == null) {
      return;
    }
    switch (api.writeStatus(pod, status)) {
      case DONE -> executor.execute(this::write);
      case GONE -> {
        close();
        executor.execute(this::write);
      }
      case TRY_AGAIN -> {
        keep(status);
        CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS, executor)
            .execute(this::write);
      }
    }
  }

  private synchronized @Nullable PodStatus take() {
    PodStatus status = newest;
    newest = null;
    if (status == null) {
      writing = false;
      idle.complete(null);
    }
    return status;
  }

  private synchronized void keep(PodStatus status) {
    if (newest == null && !closed) {
      newest = status;
    }
  }
}
