package io.nodewright.simulation.people;

import java.util.Map;

/// Puts machines into the cluster.
@FunctionalInterface
public interface Machines {

  /// Adds a machine and boots it.
  void add(String name, Map<String, String> labels);
}
