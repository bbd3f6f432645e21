package io.nodewright.agent.interrupt;

import io.nodewright.agent.process.StopSignal;
import io.nodewright.agent.record.InterruptMarkers;
import io.nodewright.agent.record.StepLog;
import io.nodewright.agent.record.StepLogs;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Messages;
import io.nodewright.agent.report.Phase;
import io.nodewright.agent.step.StepContext;
import io.nodewright.agent.step.StepOutcome;
import java.io.IOException;
import java.util.List;

/// Does what an interrupt asks for, once per resource id (06 §11): a command that has its marker is
/// not run again, a run that was cut off goes on at the first command without one.
public record InterruptRun(
    InterruptRequest request,
    InterruptMarkers markers,
    StepContext context,
    StepLogs logs,
    Messages messages,
    StopSignal stop) {

  static final String DONE_BEFORE = "interrupt already done for this resource id";

  /// Runs it.
  ///
  /// @throws AgentFailure the cause of exit code 1
  public void run() throws AgentFailure {
    markers.sweep();
    CommandRun commands = new CommandRun(request.type(), context, messages);
    switch (request) {
      case InterruptRequest.NodeRestart _ ->
          new Reboot(markers, commands, logs, messages, stop).run();
      case InterruptRequest.ServiceRestart _, InterruptRequest.RestartAllServices _ ->
          inOrder(request.commands(), commands);
      case InterruptRequest.NoOp _ -> {
        if (markers.complete()) {
          messages.info(DONE_BEFORE);
        } else {
          markers.setComplete();
        }
      }
      case InterruptRequest.ScriptInterrupt _ ->
          messages.info("interrupt \"" + request.type() + "\": nothing to do");
    }
  }

  private void inOrder(List<HostCommand> wanted, CommandRun commands) throws AgentFailure {
    int first = firstMissing(wanted.size());
    if (first == wanted.size()) {
      messages.info(DONE_BEFORE);
      return;
    }
    refuseAfterStopSignal(stop, wanted.get(first));
    StepLog log = logs.openForInterrupt(request.type());
    try {
      for (int n = first; n < wanted.size(); n++) {
        if (!markers.complete(n)) {
          runOne(n, wanted.get(n), commands, log);
        }
      }
    } catch (AgentFailure e) {
      closeQuietly(log);
      throw e;
    }
    close(log, request.type());
  }

  private int firstMissing(int count) throws AgentFailure {
    int first = 0;
    while (first < count && markers.complete(first)) {
      first++;
    }
    return first;
  }

  /// The marker is written right after the command succeeded, never before (A81).
  private void runOne(int n, HostCommand command, CommandRun commands, StepLog log)
      throws AgentFailure {
    refuseAfterStopSignal(stop, command);
    StepOutcome outcome = commands.run(command, log);
    if (!(outcome instanceof StepOutcome.Exited(int code) && code == 0)) {
      throw commands.failure(command, outcome, log);
    }
    markers.setComplete(n, command.line());
  }

  static void close(StepLog log, String type) throws AgentFailure {
    try {
      log.close();
    } catch (IOException e) {
      throw Phase.LOG.failure(
          "old logs of interrupt \"%s\" cannot be removed: %s".formatted(type, Causes.of(e)));
    }
  }

  /// The command's own failure is the cause that counts; trouble with its log is only mentioned.
  private void closeQuietly(StepLog log) {
    try {
      log.close();
    } catch (IOException e) {
      messages.warn("log: old logs cannot be removed: " + Causes.of(e));
    }
  }

  static void refuseAfterStopSignal(StopSignal stop, HostCommand command) throws AgentFailure {
    if (stop.raised()) {
      throw AgentFailure.of(
          "stopped by a signal before interrupt command \"" + command.line() + "\"");
    }
  }
}
