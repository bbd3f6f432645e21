package io.nodewright.bench;

import io.nodewright.engine.Decision;
import io.nodewright.engine.Engine;
import io.nodewright.engine.snapshot.FleetSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// How long one planning pass takes: all 10 NodeWrights of [PlanningFleet] decided, one after the
/// other, on one thread. What is decided is not carried out, and nothing is parsed.
@Command(
    name = "planning",
    description =
        "Decide about 10 NodeWrights on many nodes: with the views of the pass before, and with new"
            + " ones in another state. The last line has the median of each in milliseconds.",
    mixinStandardHelpOptions = true)
final class PlanningBench implements Callable<Integer> {

  @Option(names = "--nodes", defaultValue = "10000", description = "nodes of the fleet")
  private int nodes;

  @Option(names = "--quick", description = "few rounds: a first impression")
  private boolean quick;

  private long actions;

  @Override
  public Integer call() {
    PlanningFleet fleet = new PlanningFleet(nodes);
    int warmUp = quick ? 3 : 20;
    int rounds = quick ? 5 : 30;
    Engine engine = new Engine();
    List<Double> unchanged = new ArrayList<>();
    List<Double> changed = new ArrayList<>();
    FleetSnapshot seen = fleet.snapshot(0);
    for (int round = 0; round < warmUp + rounds; round++) {
      FleetSnapshot again = fleet.again(seen);
      double same = pass(engine, again);
      seen = fleet.snapshot(round + 1);
      double other = pass(engine, seen);
      if (round >= warmUp) {
        unchanged.add(same);
        changed.add(other);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%d nodes, %d NodeWrights, %d rounds after %d to warm up; least %.1f and %.1f ms; node lists decided in the last pass: %d%n",
        nodes,
        PlanningFleet.NODE_WRIGHTS,
        rounds,
        warmUp,
        Collections.min(unchanged),
        Collections.min(changed),
        actions);
    System.out.printf(
        Locale.ROOT, "unchanged=%.1f changed=%.1f%n", median(unchanged), median(changed));
    return 0;
  }

  /// One pass over all NodeWrights, in milliseconds.
  private double pass(Engine engine, FleetSnapshot seen) {
    long before = System.nanoTime();
    long decided = 0;
    for (String name : seen.nodeWrights().keySet()) {
      Decision decision = engine.decide(seen, name, PlanningFleet.NOW);
      decided += decision.nodes().size();
    }
    double took = (System.nanoTime() - before) / 1e6;
    actions = decided;
    return took;
  }

  private static double median(List<Double> times) {
    return times.stream().sorted().toList().get(times.size() / 2);
  }
}
