package io.nodewright.agent.interrupt;

import io.nodewright.agent.process.SignalName;
import io.nodewright.agent.process.StopSignal;
import io.nodewright.agent.record.InterruptMarkers;
import io.nodewright.agent.record.InterruptMarkers.Pending;
import io.nodewright.agent.record.StepLog;
import io.nodewright.agent.record.StepLogs;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Detail;
import io.nodewright.agent.report.Messages;
import io.nodewright.agent.step.StepOutcome;
import java.time.Duration;

/// One reboot of the host (06 §11.1). The pending marker with the id of the present boot is on the
/// disk before the host is asked to go down, and stays there until another boot id proves that it
/// did. So whichever of the two comes first, the end of the request or the end of the agent, the
/// next run knows: a new id is a reboot done, the same id one to be asked for again.
record Reboot(
    InterruptMarkers markers,
    CommandRun commands,
    StepLogs logs,
    Messages messages,
    StopSignal stop) {

  /// How long a shutdown that was asked for may take to reach the agent.
  private static final Duration SHUTDOWN = Duration.ofSeconds(10);

  private static final HostCommand COMMAND = HostCommand.of("reboot");

  void run() throws AgentFailure {
    if (markers.complete(0)) {
      messages.info(InterruptRun.DONE_BEFORE);
      return;
    }
    String bootId = BootId.of(commands.context().root());
    switch (markers.pending()) {
      case Pending.Since(String before) when !before.equals(bootId) -> {
        markers.completePending();
        messages.info("the host has rebooted", Detail.of("boot_id", bootId));
      }
      // Kept as it is: between removing and rewriting it, a shutdown that an earlier run asked for
      // could end this one, and the host would be rebooted twice.
      case Pending.Since _ -> askAgain();
      case Pending.Unreadable _ -> {
        messages.warn("unreadable reboot marker replaced");
        recordAndAsk(bootId);
      }
      case Pending.None _ -> recordAndAsk(bootId);
    }
  }

  private void askAgain() throws AgentFailure {
    InterruptRun.refuseAfterStopSignal(stop, COMMAND);
    ask(logs.openForInterrupt(commands.type()));
  }

  private void recordAndAsk(String bootId) throws AgentFailure {
    InterruptRun.refuseAfterStopSignal(stop, COMMAND);
    markers.setPending(bootId);
    StepLog log;
    try {
      log = logs.openForInterrupt(commands.type());
    } catch (AgentFailure e) {
      markers.removePending(); // nothing was asked for
      throw e;
    }
    ask(log);
  }

  private void ask(StepLog log) throws AgentFailure {
    StepOutcome outcome = commands.run(COMMAND, log);
    InterruptRun.close(log, commands.type());
    switch (outcome) {
      case StepOutcome.Killed(int signal) when signal == SignalName.SIGTERM ->
          messages.info(
              "the shutdown has begun: it ended the command", Detail.of("command", "reboot"));
      case StepOutcome.Exited(int code) when code == 0 -> awaitShutdown();
      case StepOutcome.Exited _,
          StepOutcome.Killed _,
          StepOutcome.NotStarted _,
          StepOutcome.OutputLost _ ->
          throw commands.failure(COMMAND, outcome, log);
    }
  }

  /// Ends by the shutdown's own signal, or fails: an accepted request is no reboot.
  private void awaitShutdown() throws AgentFailure {
    if (stop.raisedWithin(SHUTDOWN)) {
      throw commands.failure("reboot was accepted; stopped by a signal while the host goes down");
    }
    throw commands.failure(
        "reboot was accepted, but the host is still up after %d s".formatted(SHUTDOWN.toSeconds()));
  }
}
