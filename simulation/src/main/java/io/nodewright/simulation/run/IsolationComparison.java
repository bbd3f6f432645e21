package io.nodewright.simulation.run;

import io.nodewright.simulation.chance.Dice;
import io.nodewright.simulation.invariant.Findings;
import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.scenario.Deed;
import io.nodewright.simulation.scenario.Disturbance;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.scenario.Trouble;
import java.time.Duration;
import java.util.List;

/// V-isolation: a node whose steps always fail and whose record is spoilt holds no other node up,
/// where every node may run at once: at a moment when a sound fleet is complete, all others are.
final class IsolationComparison {

  private static final String ID = "V-isolation";

  private final Protections protections;
  private final Findings findings;

  IsolationComparison(Protections protections, Findings findings) {
    this.protections = protections;
    this.findings = findings;
  }

  /// Compares a scenario's fleet with one sick node to itself without; nothing where budgets or
  /// barriers between nodes would say something else.
  void compare(Scenario made) {
    boolean alone =
        made.nodeWrights().stream()
            .allMatch(
                each ->
                    each.getSpec().interruptionBudget() == null
                        && each.getSpec().deploymentPolicy() == null
                        && !"all".equals(each.getSpec().sequencing()));
    if (!alone) {
      return;
    }
    String sick = new Dice(made.seed()).part("isolation").pick(made.nodes(), "sick").name();
    Scenario plain = made.with(List.of());
    findings.judged(ID);
    Progress sound = progress(plain);
    Progress with = progress(plain.with(sickness(made, sick)));
    sound
        .completeAt()
        .forEach(
            (pair, at) -> {
              if (pair.endsWith(" " + sick)) {
                return;
              }
              Duration other = with.completeAt().get(pair);
              if (other == null || other.minus(at).compareTo(Duration.ofSeconds(30)) > 0) {
                findings.violated(
                    ID,
                    World.BEGIN.plus(at),
                    "%s is complete after %s, with %s sick after %s"
                        .formatted(pair, at, sick, other));
              }
            });
  }

  private Progress progress(Scenario scenario) {
    Progress progress = new Progress();
    Run.of(scenario, protections, WritePlan.none(), progress);
    return progress;
  }

  private static List<Disturbance> sickness(Scenario made, String node) {
    List<Disturbance> all = new java.util.ArrayList<>();
    made.nodeWrights()
        .forEach(
            each -> {
              String name = each.getMetadata().getName();
              java.util.Objects.requireNonNull(each.getSpec().packages())
                  .keySet()
                  .forEach(
                      of ->
                          all.add(
                              new Disturbance.Spell(
                                  all.size(),
                                  Duration.ZERO,
                                  made.calm(),
                                  new Trouble.StepGoesWrong(
                                      name, of, "", node, 1_000, Trouble.Wrong.WORK_FAILS))));
              all.add(
                  new Disturbance.Act(
                      all.size(),
                      Duration.ofSeconds(20),
                      new Deed.SpoilRecord(node, name, "{not-json")));
            });
    return all;
  }
}
