package io.nodewright.cli.command;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// Something that a command needs later, done by another core while this one goes on.
///
/// @param <T> what comes of it
final class Meanwhile<T> {

  private final CompletableFuture<T> coming;

  /// Begins it. The cluster must have been reached before.
  Meanwhile(Supplier<T> task) {
    coming = CompletableFuture.supplyAsync(task, work -> Thread.ofPlatform().daemon().start(work));
  }

  /// Waits for it; what it failed with is thrown as it was.
  T get() {
    try {
      return coming.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
