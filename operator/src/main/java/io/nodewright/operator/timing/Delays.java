package io.nodewright.operator.timing;

import java.time.Duration;

/// Runs something later, on a thread of its own.
public interface Delays {

  /// Runs `task` once, after `delay`, never in the caller's thread.
  void after(Duration delay, Runnable task);

  /// Delays that are virtual threads asleep; they end with the process.
  static Delays onVirtualThreads() {
    return (delay, task) ->
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Thread.sleep(delay);
                    task.run();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
  }
}
