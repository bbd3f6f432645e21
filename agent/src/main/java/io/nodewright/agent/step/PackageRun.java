package io.nodewright.agent.step;

import io.nodewright.agent.config.Mode;
import io.nodewright.agent.config.PackageConfig;
import io.nodewright.agent.config.Step;
import io.nodewright.agent.host.ExpectedFiles;
import io.nodewright.agent.host.Overlay;
import io.nodewright.agent.process.StopSignal;
import io.nodewright.agent.record.History;
import io.nodewright.agent.record.Markers;
import io.nodewright.agent.record.RunFlags;
import io.nodewright.agent.record.RunFlags.CheckResult;
import io.nodewright.agent.record.StepLogs;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Detail;
import io.nodewright.agent.report.Messages;
import io.nodewright.agent.settings.AgentSettings;
import java.util.ArrayList;
import java.util.List;

/// One mode of one package, from the valid config to the record of its end (06 §5 points 9 to 18).
///
/// @param alwaysRun `OVERLAY_ALWAYS_RUN_STEP`
public record PackageRun(
    Mode mode,
    PackageConfig config,
    StepContext context,
    boolean alwaysRun,
    Markers markers,
    RunFlags flags,
    History history,
    StepLogs logs,
    Messages messages,
    StopSignal stop) {

  /// Runs it; the first failure ends it, but one check does not stop the next.
  ///
  /// @throws AgentFailure the cause of exit code 1
  public void run() throws AgentFailure {
    if (!mode.uninstalls()) {
      // Files first: a package that is refused for them changes nothing on the host (A65).
      ExpectedFiles.require(context.root(), context.copy(), config.expectedConfigFiles());
      Overlay.lay(context.root(), context.copy(), context.drafts());
    }
    sweep();
    flags.started();
    List<Step> steps = config.steps(mode);
    if (steps.isEmpty()) {
      messages.warn("no steps for \"" + mode.word() + "\": nothing to do");
    }
    SingleStep single = new SingleStep(mode, stepRun(), logs, messages);
    if (mode.checks()) {
      check(steps, single);
      recordEnd();
    } else {
      work(steps, single);
    }
  }

  /// What an earlier run was writing when it was killed.
  private void sweep() throws AgentFailure {
    flags.sweep();
    history.sweep();
  }

  private StepRun stepRun() throws AgentFailure {
    Versions versions =
        mode.upgrades()
            ? new Versions.Upgrade(history.currentVersion(), config.version())
            : new Versions.Untold();
    return new StepRun(context, versions, messages);
  }

  private void work(List<Step> steps, SingleStep single) throws AgentFailure {
    for (Step step : steps) {
      refuseAfterStopSignal(step);
      switch (StepDecision.of(markers.present(step), alwaysRun, mode, step)) {
        case SKIP -> {
          messages.info("step \"" + step.path() + "\" already done");
          markers.complete(step);
        }
        case RUN -> runAndMark(step, single);
        case RUN_AGAIN -> {
          messages.warn(
              "step \"%s\" has a completion marker; it runs again because of %s"
                  .formatted(step.path(), AgentSettings.ALWAYS_RUN));
          runAndMark(step, single);
        }
      }
    }
  }

  private void runAndMark(Step step, SingleStep single) throws AgentFailure {
    try {
      single.run(step, () -> markers.set(step));
    } catch (StepFailed e) {
      throw e.failure();
    }
  }

  private void check(List<Step> steps, SingleStep single) throws AgentFailure {
    if (steps.isEmpty()) {
      return;
    }
    flags.checksBegin(mode);
    List<CheckResult> results = new ArrayList<>();
    List<AgentFailure> failures = new ArrayList<>();
    for (Step step : steps) {
      refuseAfterStopSignal(step);
      try {
        single.run(step, SingleStep.NOTHING_TO_RECORD);
        results.add(new CheckResult(step.path(), false));
      } catch (StepFailed e) {
        failures.add(e.failure());
        results.add(new CheckResult(step.path(), true));
      }
    }
    flags.checkResults(results);
    if (!failures.isEmpty()) {
      for (AgentFailure later : failures.subList(1, failures.size())) {
        messages.warn(later.text(), later.details().toArray(new Detail[0]));
      }
      throw failures.getFirst();
    }
    flags.allChecksPassed(mode);
  }

  /// What is on the host is known when it was checked, not when it was tried (06 §5 points 16, 17).
  private void recordEnd() throws AgentFailure {
    switch (mode) {
      case APPLY_CHECK, UPGRADE_CHECK -> history.record(config.version());
      case UNINSTALL_CHECK -> {
        history.record(History.UNINSTALLED);
        markers.removeAll(config);
      }
      case CONFIG_CHECK, POST_INTERRUPT_CHECK -> {}
      case APPLY, CONFIG, UPGRADE, UNINSTALL, INTERRUPT, POST_INTERRUPT -> {}
    }
  }

  private void refuseAfterStopSignal(Step step) throws AgentFailure {
    if (stop.raised()) {
      throw AgentFailure.of("stopped by a signal before step \"" + step.path() + "\"");
    }
  }
}
