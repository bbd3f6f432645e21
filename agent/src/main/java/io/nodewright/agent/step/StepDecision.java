package io.nodewright.agent.step;

import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.Step;

/// Whether a step of a work mode runs.
public enum StepDecision {
  RUN,
  /// Its marker is there, but `OVERLAY_ALWAYS_RUN_STEP` says to run it; to be warned about.
  RUN_AGAIN,
  /// It is done already.
  SKIP;

  /// The table of contract 06 §8.1; the first row that holds wins.
  public static StepDecision of(boolean markerPresent, boolean alwaysRun, Mode mode, Step step) {
    if (!markerPresent) {
      return RUN;
    }
    if (alwaysRun) {
      return RUN_AGAIN;
    }
    if (!mode.skipsDoneSteps()) {
      return RUN;
    }
    return step.alwaysRuns() ? RUN : SKIP;
  }
}
