package io.nodewright.agent.interrupt;

import io.nodewright.agent.process.Command;
import io.nodewright.agent.process.SignalName;
import io.nodewright.agent.record.StepLog;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Detail;
import io.nodewright.agent.report.Messages;
import io.nodewright.agent.step.ProgramRun;
import io.nodewright.agent.step.StepContext;
import io.nodewright.agent.step.StepOutcome;
import io.nodewright.agent.step.StepRoot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs commands of one interrupt on the host: root changed to it, working directory COPY, the
/// container's environment and no variables of steps (06 §11).
///
/// @param type the interrupt's wire type, for messages
record CommandRun(String type, StepContext context, Messages messages) {

  private static final String STAGE = "interrupt";

  /// Runs one to its end.
  StepOutcome run(HostCommand command, StepLog log) {
    String searchPath = context.stepEnvironment().getOrDefault("PATH", "");
    Optional<CommandFile> found = CommandFile.find(context.root(), command.program(), searchPath);
    if (found.isEmpty()) {
      return new StepOutcome.NotStarted(
          "interrupt command \"%s\" was not found on the host (searched %s)"
              .formatted(command.program(), searchPath));
    }
    StepRoot place = context.place(true);
    Command program =
        new Command(
            place.changeTo(),
            place.prefix() + context.copy(),
            programSeen(found.get(), place),
            command.arguments(),
            context.stepEnvironment());
    return new ProgramRun(context, messages)
        .run(program, found.get().file(), place, Detail.of("command", command.line()), log);
  }

  /// In prefix mode a link is replaced by what it leads to inside the host's root: an absolute one
  /// would lead into the container's own files.
  private String programSeen(CommandFile found, StepRoot place) {
    return place.prefix().isEmpty()
        ? found.hostPath()
        : place.prefix() + context.root().hostPath(found.file());
  }

  /// Why a command that did not do what it should ends the run; names command, unit, code and log
  /// (06 §12).
  AgentFailure failure(HostCommand command, StepOutcome outcome, StepLog log) {
    List<Detail> details = new ArrayList<>();
    details.add(Detail.of("stage", STAGE));
    details.add(Detail.of("command", command.line()));
    details.addAll(command.about());
    String text =
        switch (outcome) {
          case StepOutcome.Exited(int code) -> {
            details.add(Detail.of("exit_code", Integer.toString(code)));
            yield "command failed";
          }
          case StepOutcome.Killed(int signal) -> {
            details.add(Detail.of("signal", SignalName.of(signal)));
            yield "command failed";
          }
          case StepOutcome.NotStarted(String cause) -> cause;
          case StepOutcome.OutputLost(String cause) -> "output cannot be passed on: " + cause;
        };
    details.add(Detail.of("log", log.hostPath().orElse("none")));
    return AgentFailure.ofInterrupt(type, text, details);
  }

  /// A failure that is not a command's own.
  AgentFailure failure(String text) {
    return AgentFailure.ofInterrupt(type, text, List.of());
  }
}
