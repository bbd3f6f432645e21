package io.nodewright.simulation.run;

import io.nodewright.simulation.operator.Protections;
import io.nodewright.simulation.operator.WritePlan;
import io.nodewright.simulation.scenario.Disturbance;
import io.nodewright.simulation.scenario.Scenario;
import java.util.Set;
import java.util.TreeSet;

/// Makes a failing scenario small: takes its disturbances out one by one, for as long as the same
/// invariant is violated without them.
public final class Shrinker {

  private static final int MOST_ROUNDS = 3;

  private final Protections protections;

  /// @param protections those under which the scenario fails
  public Shrinker(Protections protections) {
    this.protections = protections;
  }

  /// The ids of disturbances that can be left out, all together.
  ///
  /// @param invariant id of the one that is violated
  public Set<Integer> leftOut(Scenario failing, String invariant) {
    Set<Integer> out = new TreeSet<>();
    boolean smaller = true;
    for (int round = 0; smaller && round < MOST_ROUNDS; round++) {
      smaller = false;
      for (Disturbance each : failing.disturbances()) {
        if (out.contains(each.id())) {
          continue;
        }
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
