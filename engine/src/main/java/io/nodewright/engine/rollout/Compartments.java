package io.nodewright.engine.rollout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Which compartment each node is in (05 §5).
public final class Compartments {

  private final SortedMap<String, CompartmentSpec> byName = new TreeMap<>();
  private final List<CompartmentSpec> named;

  /// The compartments of a rollout.
  ///
  /// @param defaults the one for the rest
  /// @param named the others
  public Compartments(CompartmentSpec defaults, List<CompartmentSpec> named) {
    this.named = List.copyOf(named);
    byName.put(CompartmentSpec.DEFAULT, defaults);
    named.forEach(c -> byName.put(c.name(), c));
  }

  /// The only compartment of a NodeWright without a policy: fixed batches as large as the ceiling
  /// (05 §4).
  public static Compartments flat(Budget budget, int population) {
    int size = Math.max(1, budget.ceiling(population));
    return new Compartments(
        new CompartmentSpec(
            CompartmentSpec.DEFAULT,
            LabelSelector.EVERYTHING,
            budget,
            new Strategy.Fixed(size, Strategy.Thresholds.DEFAULTS)),
        List.of());
  }

  /// All compartments by name, `__default__` among them.
  public SortedMap<String, CompartmentSpec> byName() {
    return Collections.unmodifiableSortedMap(byName);
  }

  /// Assigns each node; a current member stays where its batch runs (05 §5).
  ///
  /// @param labels by node, in scope
  /// @param stays compartment by current member
  /// @return compartment name by node
  public SortedMap<String, String> assign(
      SortedMap<String, ? extends Map<String, String>> labels, Map<String, String> stays) {
    SortedMap<String, String> assigned = new TreeMap<>();
    if (named.isEmpty()) {
      labels.keySet().forEach(node -> assigned.put(node, CompartmentSpec.DEFAULT));
      return assigned;
    }
    Map<String, Integer> matching = new TreeMap<>();
    for (CompartmentSpec spec : named) {
      int count = (int) labels.values().stream().filter(l -> spec.selector().matches(l)).count();
      matching.put(spec.name(), spec.budget().ceiling(count));
    }
    List<CompartmentSpec> ranked = new ArrayList<>(named);
    ranked.sort(
        Comparator.comparingInt((CompartmentSpec c) -> risk(c.strategy()))
            .thenComparingInt(c -> matching.getOrDefault(c.name(), 0))
            .thenComparing(CompartmentSpec::name));
    labels.forEach((node, nodeLabels) -> assigned.put(node, home(node, nodeLabels, ranked, stays)));
    return assigned;
  }

  private String home(
      String node,
      Map<String, String> labels,
      List<CompartmentSpec> ranked,
      Map<String, String> stays) {
    String stayed = stays.get(node);
    if (stayed != null && byName.containsKey(stayed)) {
      return stayed;
    }
    for (CompartmentSpec spec : ranked) {
      if (spec.selector().matches(labels)) {
        return spec.name();
      }
    }
    return CompartmentSpec.DEFAULT;
  }

  private static int risk(Strategy strategy) {
    return switch (strategy) {
      case Strategy.Fixed _ -> 0;
      case Strategy.Linear _ -> 1;
      case Strategy.Exponential _ -> 2;
      case Strategy.None _ -> 3;
    };
  }
}
