package io.nodewright.simulation.run;

import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.invariant.Findings;
import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.scenario.Scenario;

/// All that is done with one seed: its run, and for some seeds comparisons of runs.
public final class SeedRun {

  /// One seed in so many is compared with runs in which the operator dies.
  private static final int CRASHES = 50;

  /// One seed in so many is compared with a run that has a sick node.
  private static final int ISOLATIONS = 100;

  private static final int SAMPLES = 2;

  private SeedRun() {}

  /// Runs the scenario of a seed.
  public static Result of(Scenario scenario, Protections protections) {
    long seed = scenario.seed();
    Run.Outcome outcome = Run.of(scenario, protections, WritePlan.none(), new Chronicle());
    Findings compared = new Findings();
    if (outcome.right() && Math.floorMod(seed, CRASHES) == 0) {
      new CrashComparison(protections, compared).sample(scenario, SAMPLES);
    }
    if (outcome.right() && Math.floorMod(seed, ISOLATIONS) == 1) {
      new IsolationComparison(protections, compared).compare(scenario);
    }
    return new Result(seed, outcome.findings(), compared, outcome.faults());
  }

  /// What came of a seed.
  ///
  /// @param run of its run
  /// @param compared of its comparisons
  public record Result(long seed, Findings run, Findings compared, FaultCounts faults) {

    /// Whether every invariant held.
    public boolean right() {
      return run.violations().isEmpty() && compared.violations().isEmpty();
    }

    /// The first violation.
    ///
    /// @throws java.util.NoSuchElementException when there is none
    public Findings.Violation first() {
      return run.violations().isEmpty()
          ? compared.violations().getFirst()
          : run.violations().getFirst();
    }
  }
}
