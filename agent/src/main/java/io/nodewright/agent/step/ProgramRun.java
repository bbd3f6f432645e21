package io.nodewright.agent.step;

import io.nodewright.agent.process.ChildLauncher;
import io.nodewright.agent.process.Command;
import io.nodewright.agent.process.Ending;
import io.nodewright.agent.process.Followed;
import io.nodewright.agent.process.Start;
import io.nodewright.agent.record.StepLog;
import io.nodewright.agent.report.Detail;
import io.nodewright.agent.report.Messages;
import java.nio.file.Path;
import java.time.Duration;

/// Starts one program, a step's or an interrupt's, and follows it to its end.
///
/// @param context what all programs of the run share
public record ProgramRun(StepContext context, Messages messages) {

  /// How long output may be held open by a process that a program left behind (A46).
  private static final Duration HELD_OUTPUT = Duration.ofSeconds(2);

  /// Runs it.
  ///
  /// @param program how to start it
  /// @param file where the agent sees the program, to tell why it cannot be executed
  /// @param place where it runs
  /// @param subject what messages call it, e.g. `step="a.sh"`
  /// @param log takes its output
  public StepOutcome run(Command program, Path file, StepRoot place, Detail subject, StepLog log) {
    Start start;
    try {
      start = ChildLauncher.start(program);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts the agent's own thread", e);
    }
    return switch (start) {
      case Start.Refused refused ->
          new StepOutcome.NotStarted(
              ExecutionFault.text(refused, subject.value(), file, place, context.root()));
      case Start.Running(var child) -> {
        AgentOutput output = new AgentOutput(context.stdout(), context.stderr(), log);
        yield outcome(subject, child.follow(output, HELD_OUTPUT));
      }
    };
  }

  private StepOutcome outcome(Detail subject, Followed followed) {
    switch (followed.capture()) {
      case Followed.Capture.Whole _ -> {}
      case Followed.Capture.HeldOpen _ ->
          messages.warn(
              "a process that the %s left behind holds its output, no longer captured"
                  .formatted(subject.key()),
              subject);
      case Followed.Capture.Lost(String cause) -> {
        return new StepOutcome.OutputLost(cause);
      }
    }
    return switch (followed.ending()) {
      case Ending.Exited(int code) -> new StepOutcome.Exited(code);
      case Ending.Killed(int signal) -> new StepOutcome.Killed(signal);
    };
  }
}
