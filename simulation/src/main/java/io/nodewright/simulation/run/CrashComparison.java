package io.nodewright.simulation.run;

import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.invariant.Findings;
import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.operator.WritePlan.Fate;
import io.nodewright.simulation.scenario.Scenario;
import java.util.List;

/// V-crash: a run in which the operator dies at one write, before or after it is stored, or in
/// which the answer of one write is lost, ends as the run without that. Well defined where edits
/// wait for the world to settle, so scenarios are run undisturbed here; other runs have deaths at
/// any moment, and V-live judges their ends.
final class CrashComparison {

  private static final String ID = "V-crash";
  private static final List<Fate> FATES =
      List.of(Fate.DIES_BEFORE, Fate.DIES_AFTER, Fate.ANSWER_IS_LOST);

  private final Protections protections;
  private final Findings findings;

  CrashComparison(Protections protections, Findings findings) {
    this.protections = protections;
    this.findings = findings;
  }

  /// Compares some of a scenario's writes, diced; over many seeds, all kinds of writes.
  ///
  /// @param samples how many
  void sample(Scenario made, int samples) {
    Scenario scenario = made.with(List.of());
    Dice dice = new Dice(made.seed()).part("crash");
    Run.Outcome plain = Run.of(scenario, protections, WritePlan.none(), new Chronicle());
    if (!plain.right() || plain.writes() == 0) {
      plain
          .findings()
          .violations()
          .forEach(each -> findings.violated(each.id(), each.at(), each.sentence()));
      return;
    }
    for (int i = 0; i < samples; i++) {
      hit(
          scenario,
          plain,
          dice.roll((int) plain.writes(), "write", i),
          dice.pick(FATES, "fate", i));
    }
  }

  private void hit(Scenario scenario, Run.Outcome plain, long write, Fate fate) {
    Run.Outcome hit =
        Run.of(scenario, protections, WritePlan.hitting(write, fate), new Chronicle());
    findings.judged(ID);
    String difference = plain.end().difference(hit.end());
    String what = "write %d %s".formatted(write, fate);
    if (!hit.right()) {
      Findings.Violation first = hit.findings().violations().getFirst();
      findings.violated(ID, first.at(), what + ": " + first.id() + " " + first.sentence());
    } else if (!difference.isEmpty()) {
      findings.violated(ID, World.BEGIN, what + " ends otherwise: " + difference);
    }
  }
}
