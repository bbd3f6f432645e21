package io.nodewright.e2e;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;

/// Prints each phase of a run with the time it took.
///
/// @param out where to
record Phases(PrintStream out) {
  /// What is done in a phase; gives a sentence of what was seen, which may be empty.
  @FunctionalInterface
  interface Work {
    /// Does it.
    String run() throws Exception;
  }

  /// Does `work`.
  void run(String name, Work work) throws Exception {
    Instant start = Instant.now();
    String seen = work.run();
    Duration took = Duration.between(start, Instant.now());
    out.printf("%-28s %6.1f s  %s%n", name, took.toMillis() / 1000.0, seen);
    out.flush();
  }
}
