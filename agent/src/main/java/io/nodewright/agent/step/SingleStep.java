package io.nodewright.agent.step;

import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.Step;
import io.nodewright.agent.process.SignalName;
import io.nodewright.agent.record.StepLog;
import io.nodewright.agent.record.StepLogs;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Detail;
import io.nodewright.agent.report.Messages;
import io.nodewright.agent.report.Phase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One step of a mode with all that belongs to it: header, log, run, record of success, trimming of
/// old logs.
record SingleStep(Mode mode, StepRun stepRun, StepLogs logs, Messages messages) {

  /// Checks leave no marker.
  static final SuccessRecord NOTHING_TO_RECORD = () -> {};

  /// Records success; done before the log is closed, so that a step that succeeded is never
  /// forgotten (A33).
  @FunctionalInterface
  interface SuccessRecord {
    void write() throws AgentFailure;
  }

  /// Runs the step.
  ///
  /// @throws StepFailed when it did not succeed
  /// @throws AgentFailure when the host cannot take its log or its record
  void run(Step step, SuccessRecord record) throws AgentFailure, StepFailed {
    printHeader(step);
    switch (stepRun.prepare(step)) {
      case StepRun.Prepared.Unready(var outcome) ->
          throw failed(step, outcome, new StepLog.Off()); // nothing executed, no log file
      case StepRun.Prepared.Ready ready -> run(step, ready, record);
    }
  }

  private void run(Step step, StepRun.Prepared.Ready ready, SuccessRecord record)
      throws AgentFailure, StepFailed {
    StepLog log = logs.openForStep(step.path());
    StepOutcome outcome = stepRun.run(step, ready, log);
    if (!outcome.success(step)) {
      closeQuietly(log);
      throw failed(step, outcome, log);
    }
    try {
      record.write();
    } catch (AgentFailure e) {
      closeQuietly(log);
      throw e;
    }
    try {
      log.close();
    } catch (IOException e) {
      throw Phase.LOG.failure(
          "old logs of step \"%s\" cannot be removed: %s".formatted(step.path(), Causes.of(e)));
    }
  }

  private void printHeader(Step step) throws AgentFailure {
    byte[] header = StepHeader.of(mode, step, stepRun.versions()).getBytes(StandardCharsets.UTF_8);
    try {
      stepRun.context().stdout().write(header);
      stepRun.context().stdout().flush();
    } catch (IOException e) {
      throw AgentFailure.ofStep(
          step.path(), "output cannot be written: " + Causes.of(e), List.of());
    }
  }

  /// The step's own failure is the cause that counts; trouble with its log is only mentioned.
  private void closeQuietly(StepLog log) {
    try {
      log.close();
    } catch (IOException e) {
      messages.warn("log: old logs cannot be removed: " + Causes.of(e));
    }
  }

  private StepFailed failed(Step step, StepOutcome outcome, StepLog log) {
    List<Detail> details = new ArrayList<>();
    details.add(Detail.of("stage", mode.word()));
    details.add(Detail.of("step", step.path()));
    String text =
        switch (outcome) {
          case StepOutcome.Exited(int code) -> {
            details.add(Detail.of("exit_code", Integer.toString(code)));
            yield "step failed";
          }
          case StepOutcome.Killed(int signal) -> {
            details.add(Detail.of("signal", SignalName.of(signal)));
            yield "step failed";
          }
          case StepOutcome.NotStarted(String cause) -> cause;
          case StepOutcome.OutputLost(String cause) -> "output cannot be passed on: " + cause;
        };
    details.add(Detail.of("accepted", step.acceptedCodes()));
    details.add(Detail.of("log", log.hostPath().orElse("none")));
    return new StepFailed(AgentFailure.ofStep(step.path(), text, details));
  }
}
