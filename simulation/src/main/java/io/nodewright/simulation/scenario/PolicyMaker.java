package io.nodewright.simulation.scenario;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.nodewright.api.v1alpha1.Compartment;
import io.nodewright.api.v1alpha1.DefaultCompartment;
import io.nodewright.api.v1alpha1.DeploymentPolicySpec;
import io.nodewright.api.v1alpha1.ExponentialStrategy;
import io.nodewright.api.v1alpha1.FixedStrategy;
import io.nodewright.api.v1alpha1.LinearStrategy;
import io.nodewright.api.v1alpha1.PolicyBudget;
import io.nodewright.api.v1alpha1.PolicyStrategy;
import io.nodewright.simulation.chance.Dice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes specs of policies: up to three compartments, of which some overlap, with each kind of
/// strategy and threshold.
final class PolicyMaker {

  private static final List<String> NAMES = List.of("canary", "eastern", "western");

  private final Dice dice;

  PolicyMaker(Dice dice) {
    this.dice = dice;
  }

  /// @param topic equal topics give equal specs
  DeploymentPolicySpec spec(String topic) {
    Dice of = dice.part(topic);
    List<Compartment> compartments = new ArrayList<>();
    int count = of.roll(4, "compartments");
    for (String name : NAMES.subList(0, count)) {
      compartments.add(
          new Compartment(name, selector(of, name), budget(of, name), strategy(of, name)));
    }
    return new DeploymentPolicySpec(
        new DefaultCompartment(budget(of, "default"), strategy(of, "default")),
        compartments,
        List.of(true, true, false).get(of.roll(3, "resets")));
  }

  /// Of a zone, or of every node: those overlap.
  private static LabelSelector selector(Dice of, String name) {
    return switch (of.roll(4, "selects", name)) {
      case 0 -> new LabelSelector();
      case 1 -> new LabelSelectorBuilder().addToMatchLabels("zone", "west").build();
      default -> new LabelSelectorBuilder().addToMatchLabels("zone", "east").build();
    };
  }

  private static PolicyBudget budget(Dice of, String name) {
    return of.roll(2, "by count", name) == 0
        ? new PolicyBudget(null, 1 + of.roll(3, "count", name))
        : new PolicyBudget(List.of(1, 25, 50, 100).get(of.roll(4, "percent", name)), null);
  }

  private static @Nullable PolicyStrategy strategy(Dice of, String name) {
    Integer first = List.of(1, 1, 2, 3).get(of.roll(4, "first", name));
    Integer step = 1 + of.roll(2, "step", name);
    Integer passes = List.of(100, 100, 50, 67).get(of.roll(4, "passes", name));
    Integer stops = of.roll(3, "stops", name) == 0 ? null : 1 + of.roll(2, "at", name);
    Integer safe = List.of(50, 100, 100, 20).get(of.roll(4, "safe", name));
    return switch (of.roll(7, "strategy", name)) {
      case 0, 1 -> new PolicyStrategy(new FixedStrategy(first, passes, stops, safe), null, null);
      case 2, 3 ->
          new PolicyStrategy(null, new LinearStrategy(first, step, passes, stops, safe), null);
      case 4, 5 ->
          new PolicyStrategy(
              null, null, new ExponentialStrategy(first, step + 1, passes, stops, safe));
      default -> null;
    };
  }
}
