package io.nodewright.agent.step;

import io.nodewright.agent.config.Step;

/// How a step's run ended.
public sealed interface StepOutcome {

  /// By itself.
  record Exited(int code) implements StepOutcome {}

  /// By a signal: a failure whatever codes are accepted (A44).
  record Killed(int signal) implements StepOutcome {}

  /// It was not executed.
  record NotStarted(String cause) implements StepOutcome {}

  /// It ran, but its output could not be passed on or kept.
  record OutputLost(String cause) implements StepOutcome {}

  /// Whether the step did what it should: it exited by itself with an accepted code (06 §6.2).
  default boolean success(Step step) {
    return this instanceof Exited(int code) && step.returnCodes().contains((long) code);
  }
}
