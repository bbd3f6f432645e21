package io.nodewright.engine.rollout;

import io.nodewright.engine.names.ByName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
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
  public ByName<String> assign(
      SortedMap<String, ? extends Map<String, String>> labels, SortedMap<String, String> stays) {
    List<Matching> ranked = new ArrayList<>();
    for (CompartmentSpec spec : named) {
      ranked.add(matching(spec, labels.values()));
    }
    ranked.sort(
        Comparator.comparingInt((Matching each) -> risk(each.spec().strategy()))
            .thenComparingInt(each -> each.spec().budget().ceiling(each.nodes().cardinality()))
            .thenComparing(each -> each.spec().name()));
    ByName.Builder<String> assigned = new ByName.Builder<>(labels.size());
    ByName.Cursor<String> stay = ByName.copyOf(stays).cursor();
    int node = 0;
    for (String name : labels.keySet()) {
      String stayed = stay.at(name);
      assigned.add(
          name, stayed != null && byName.containsKey(stayed) ? stayed : home(node, ranked));
      node++;
    }
    return assigned.build();
  }

  private static String home(int node, List<Matching> ranked) {
    for (Matching each : ranked) {
      if (each.nodes().get(node)) {
        return each.spec().name();
      }
    }
    return CompartmentSpec.DEFAULT;
  }

  /// Which nodes a compartment selects, by their place.
  private record Matching(CompartmentSpec spec, BitSet nodes) {}

  private static Matching matching(
      CompartmentSpec spec, Collection<? extends Map<String, String>> labels) {
    BitSet nodes = new BitSet(labels.size());
    int node = 0;
    for (Map<String, String> each : labels) {
      if (spec.selector().matches(each)) {
        nodes.set(node);
      }
      node++;
    }
    return new Matching(spec, nodes);
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
