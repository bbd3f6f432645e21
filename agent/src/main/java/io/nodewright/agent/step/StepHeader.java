package io.nodewright.agent.step;

import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.PythonNotation;
import io.nodewright.agent.config.Step;

/// The line on stdout before each step that runs; other programs read it (06 §4).
final class StepHeader {

  private StepHeader() {}

  /// `apply apply.sh ['plain', "it's"] [0, 2] Idempotence.Disabled False` and a line feed.
  static String of(Mode mode, Step step, Versions versions) {
    return String.join(
            " ",
            mode.word(),
            step.path(),
            PythonNotation.texts(StepArguments.shown(step, versions)),
            PythonNotation.numbers(step.returnCodes()),
            step.alwaysRuns() ? "Idempotence.Disabled" : "Idempotence.Auto",
            PythonNotation.truth(step.onHost()))
        + "\n";
  }
}
