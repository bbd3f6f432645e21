package io.nodewright.simulation.fault;

import java.time.Duration;

/// What a run of a step comes to.
public sealed interface StepFate {

  /// The usual one.
  StepFate SUCCEEDS = new Exits(Duration.ofMillis(500), 0);

  /// It ends by itself.
  ///
  /// @param takes how long it runs
  /// @param code its exit code; 137 is that of a process that was killed
  record Exits(Duration takes, int code) implements StepFate {}

  /// It is killed for its memory.
  ///
  /// @param takes how long it runs
  record OutOfMemory(Duration takes) implements StepFate {}

  /// It never ends by itself.
  record Hangs() implements StepFate {}

  /// It does all its work, and is killed before it can say so.
  ///
  /// @param takes how long it runs
  record KilledAfterWork(Duration takes) implements StepFate {}
}
