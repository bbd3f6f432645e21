package io.nodewright.simulation.run;

import io.nodewright.engine.Decision;
import io.nodewright.engine.status.Verdict;
import io.nodewright.simulation.node.Host;
import io.nodewright.simulation.scenario.Disturbance;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.scenario.Shown;
import io.nodewright.simulation.server.Change;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// A chronicle for people: one line for each thing that happened, with its time, who did it, and
/// what changed. Reads as:
///
/// ```text
/// 0:00:05.254  operator-0/alpha       Node n0            aide|1.0.0 (apply, in_progress) -> (apply, complete)
/// 0:00:05.240  engine alpha           n0                 WAITS_FOR_BATCH -> STARTED: …
/// ```
public final class Timeline extends Chronicle {

  private final Consumer<String> lines;
  private final Map<String, String> verdicts = new HashMap<>();

  /// @param lines told of each line
  public Timeline(Scenario scenario, Consumer<String> lines) {
    this.lines = lines;
    lines.accept("seed " + scenario.seed() + ", " + scenario.settings());
    scenario
        .nodes()
        .forEach(node -> lines.accept("  node " + node.name() + " in zone " + node.zone()));
    scenario
        .nodeWrights()
        .forEach(
            each ->
                lines.accept(
                    "  nodewright %s %s".formatted(each.getMetadata().getName(), each.getSpec())));
    scenario.disturbances().forEach(each -> lines.accept("  " + each));
    lines.accept("  calm at " + Shown.span(scenario.calm()));
  }

  @Override
  void changed(Change<?> change) {
    super.changed(change);
    String what = ChangeText.of(change);
    if (!what.isEmpty()) {
      line(change.at(), change.who(), change.kind().name() + " " + change.name(), what);
    }
  }

  @Override
  void deed(Instant at, Disturbance.Act act, boolean done) {
    line(at, "deed", act.deed().toString(), done ? "" : "refused, or nothing to do");
  }

  @Override
  void calm(Instant at) {
    line(at, "calm", "everything is put right", "");
  }

  @Override
  void ran(Instant at, String node, Host.Moment moment, Host.StageRun run) {
    line(
        at,
        "host " + node,
        "%s of %s".formatted(run.stage().word(), run.ref()),
        moment + (run.config().isEmpty() ? "" : " with " + run.config()));
  }

  @Override
  void decided(Instant at, Decision decision) {
    for (Verdict verdict : decision.verdicts()) {
      String about =
          "%s %s %s".formatted(decision.nodeWright(), verdict.node(), verdict.packageName());
      String now = verdict.reason() + ": " + verdict.message();
      if (!now.equals(verdicts.put(about, now))) {
        line(
            at,
            "engine " + decision.nodeWright(),
            verdict.node() + " " + verdict.packageName(),
            now);
      }
    }
  }

  @Override
  void ended(Instant at) {
    line(at, "end", "", "");
  }

  private void line(Instant at, String who, String about, String what) {
    lines.accept(
        "%s  %-24s %-40s %s".formatted(Shown.span(since(at)), who, about, what).stripTrailing());
  }
}
