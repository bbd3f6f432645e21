package io.nodewright.bench;

import io.nodewright.engine.Decision;
import io.nodewright.engine.Engine;
import io.nodewright.engine.PlanMemory;
import io.nodewright.engine.snapshot.FleetSnapshot;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
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

  private final Engine engine = new Engine();
  private final PlanMemory memory = new PlanMemory();

  @Override
  public Integer call() {
    PlanningFleet fleet = new PlanningFleet(nodes);
    int warmUp = quick ? 3 : 20;
    int rounds = quick ? 5 : 30;
    List<Took> unchanged = new ArrayList<>();
    List<Took> oneChanged = new ArrayList<>();
    List<Took> changed = new ArrayList<>();
    for (int round = 0; round < warmUp + rounds; round++) {
      FleetSnapshot seen = fleet.snapshot(2 * round);
      Took all = pass(fleet, seen);
      seen = settled(fleet, seen);
      Took none = pass(fleet, fleet.again(seen));
      Took one = pass(fleet, fleet.oneOther(seen, 2 * round + 1));
      if (round >= warmUp) {
        changed.add(all);
        unchanged.add(none);
        oneChanged.add(one);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%d nodes, %d NodeWrights, %d rounds after %d to warm up; of one core: none changed %.1f ms, one %.1f ms, all %.1f ms; by the clock: one %.1f ms%n",
        nodes,
        PlanningFleet.NODE_WRIGHTS,
        rounds,
        warmUp,
        median(unchanged, Took::processor),
        median(oneChanged, Took::processor),
        median(changed, Took::processor),
        median(oneChanged, Took::clock));
    System.out.printf(
        Locale.ROOT,
        "unchanged=%.1f changed=%.1f%n",
        median(unchanged, Took::clock),
        median(changed, Took::clock));
    return 0;
  }

  /// What a pass took, in milliseconds.
  ///
  /// @param clock by the clock, whatever else the computer did
  /// @param processor of one core
  private record Took(double clock, double processor) {}

  /// The same views, once what the NodeWrights publish of them is stored and nothing is left to do.
  private FleetSnapshot settled(PlanningFleet fleet, FleetSnapshot seen) {
    FleetSnapshot next = seen;
    for (int i = 0; i < 2; i++) {
      next = fleet.again(next);
      pass(fleet, next);
    }
    return fleet.again(next);
  }

  /// One pass over all NodeWrights; what they publish is stored afterwards.
  private Took pass(PlanningFleet fleet, FleetSnapshot seen) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long processor = threads.getCurrentThreadCpuTime();
    long clock = System.nanoTime();
    List<Decision> decisions = new ArrayList<>();
    for (int k = 0; k < PlanningFleet.NODE_WRIGHTS; k++) {
      decisions.add(engine.decide(seen, PlanningFleet.name(k), PlanningFleet.NOW, memory));
    }
    Took took =
        new Took(
            (System.nanoTime() - clock) / 1e6,
            (threads.getCurrentThreadCpuTime() - processor) / 1e6);
    for (int k = 0; k < PlanningFleet.NODE_WRIGHTS; k++) {
      if (!decisions.get(k).quiet()) {
        fleet.store(k, decisions.get(k).status());
      }
    }
    return took;
  }

  private static double median(List<Took> times, ToDoubleFunction<Took> of) {
    return times.stream().mapToDouble(of).sorted().toArray()[times.size() / 2];
  }
}
