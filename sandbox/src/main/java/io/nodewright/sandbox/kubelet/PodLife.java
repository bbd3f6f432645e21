package io.nodewright.sandbox.kubelet;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A pod's time: everything that waits for something waits here, and is woken when the pod is to
/// end.
final class PodLife {
  private final CompletableFuture<PodEnding> ending = new CompletableFuture<>();
  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  /// Ends the pod. Only the first reason counts.
  void end(PodEnding why) {
    ending.complete(why);
  }

  /// Ends the pod after `time`, unless it is over by then.
  void endAfter(Duration time, PodEnding why) {
    Executor later =
        CompletableFuture.delayedExecutor(Math.max(0, time.toMillis()), TimeUnit.MILLISECONDS);
    later.execute(() -> end(why));
  }

  /// The pod is gone from the API: no grace is left.
  void vanish() {
    gone.complete(null);
    end(new PodEnding.Deleted(Duration.ZERO));
  }

  /// Why the pod is to end; empty while it may live.
  Optional<PodEnding> ending() {
    return Optional.ofNullable(ending.getNow(null));
  }

  /// Waits for `result`; empty when the pod is to end before.
  <T> Optional<T> await(CompletableFuture<T> result) {
    join(CompletableFuture.anyOf(result, ending));
    return result.isDone() ? Optional.of(result.join()) : Optional.empty();
  }

  /// Lets `time` pass; false when the pod is to end before.
  boolean pause(Duration time) {
    return !passes(ending, time);
  }

  /// Waits for `result` at most `time`, and not once the pod is gone; false when it did not come.
  boolean awaitWithin(CompletableFuture<?> result, Duration time) {
    return passes(CompletableFuture.anyOf(result, gone), time) && result.isDone();
  }

  private static boolean passes(CompletableFuture<?> future, Duration time) {
    try {
      future.get(Math.max(0, time.toMillis()), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void join(CompletableFuture<?> future) {
    try {
      future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
