package io.nodewright.agent.step;

import io.nodewright.agent.config.Step;
import io.nodewright.agent.process.Command;
import io.nodewright.agent.record.StepLog;
import io.nodewright.agent.report.Detail;
import io.nodewright.agent.report.Messages;
import java.util.LinkedHashMap;
import java.util.Map;

/// Runs one step to its end (06 §6).
///
/// @param context what all steps of the run share
/// @param versions what this mode's steps are told
record StepRun(StepContext context, Versions versions, Messages messages) {

  /// The program of a step, ready to start; or why there is none.
  sealed interface Prepared {

    record Ready(StepFile file, StepRoot place, Command command) implements Prepared {}

    record Unready(StepOutcome.NotStarted outcome) implements Prepared {}
  }

  /// Finds program, arguments and environment; executes nothing.
  Prepared prepare(Step step) {
    StepArguments arguments = StepArguments.resolve(step, versions, context.ownEnvironment());
    return switch (arguments) {
      case StepArguments.Missing missing ->
          unready(
              "step \"%s\" needs environment variables that are not set: %s"
                  .formatted(step.path(), missing.list()));
      case StepArguments.Resolved resolved -> prepare(step, resolved);
    };
  }

  private Prepared prepare(Step step, StepArguments.Resolved arguments) {
    try {
      StepFile file = StepFile.prepare(context.root(), context.copy(), step);
      StepRoot place = context.place(step.onHost());
      String copy = file.copySeen(context.copy(), place, context.root());
      Command command =
          new Command(
              place.changeTo(),
              copy,
              file.programSeen(place, context.root()),
              arguments.values(),
              environment(step, copy));
      return new Prepared.Ready(file, place, command);
    } catch (StepFile.Unfit e) {
      return unready(e.cause());
    }
  }

  private static Prepared unready(String cause) {
    return new Prepared.Unready(new StepOutcome.NotStarted(cause));
  }

  /// Starts it and follows it to its end.
  StepOutcome run(Step step, Prepared.Ready ready, StepLog log) {
    return new ProgramRun(context, messages)
        .run(
            ready.command(),
            ready.file().file(),
            ready.place(),
            Detail.of("step", step.path()),
            log);
  }

  /// The container's environment, over it the step's own, over both the reserved names (06 §3).
  private Map<String, String> environment(Step step, String copy) {
    Map<String, String> environment = new LinkedHashMap<>(context.stepEnvironment());
    environment.putAll(step.env());
    environment.put("SKYHOOK_DIR", copy);
    environment.put("STEP_ROOT", copy + "/skyhook_dir");
    switch (versions) {
      case Versions.Untold _ -> {}
      case Versions.Upgrade(String previous, String current) -> {
        environment.put("PREVIOUS_VERSION", previous);
        environment.put("CURRENT_VERSION", current);
      }
    }
    return environment;
  }
}
