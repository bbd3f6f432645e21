package io.nodewright.simulation.run;

import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.scenario.Disturbance;
import io.nodewright.simulation.scenario.Scenario;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/// Makes a failing scenario small: takes its disturbances out one by one, for as long as the same
/// invariant is violated without them. It gives up after [#MOST_TRIES] runs or [#LONGEST], with
/// what it has until then.
public final class Shrinker {

  /// Runs that are made for one scenario, at most.
  static final int MOST_TRIES = 60;

  /// Time of the wall after which no further run is begun.
  static final Duration LONGEST = Duration.ofSeconds(20);

  private final Protections protections;

  /// @param protections those under which the scenario fails
  public Shrinker(Protections protections) {
    this.protections = protections;
  }

  /// The ids of disturbances that can be left out, all together.
  ///
  /// @param invariant id of the one that is violated
  public Set<Integer> leftOut(Scenario failing, String invariant) {
    long begun = System.nanoTime();
    int tries = 0;
    Set<Integer> out = new TreeSet<>();
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (Disturbance each : failing.disturbances()) {
        if (out.contains(each.id())) {
          continue;
        }
        if (tries == MOST_TRIES || System.nanoTime() - begun > LONGEST.toNanos()) {
          return out;
        }
        tries++;
        out.add(each.id());
        if (fails(failing.without(out), invariant)) {
          smaller = true;
        } else {
          out.remove(each.id());
        }
      }
    }
    return out;
  }

  private boolean fails(Scenario scenario, String invariant) {
    return Run.of(scenario, protections, WritePlan.none(), new Chronicle())
        .findings()
        .violations()
        .stream()
        .anyMatch(violation -> violation.id().equals(invariant));
  }
}
