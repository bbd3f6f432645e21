package io.nodewright.simulation.people;

import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;

/// Puts machines into the cluster.
@FunctionalInterface
public interface Machines {

  /// Adds a machine and boots it.
  ///
  /// @param taints that its kubelet registers it with
  void add(String name, Map<String, String> labels, List<Taint> taints);
}
