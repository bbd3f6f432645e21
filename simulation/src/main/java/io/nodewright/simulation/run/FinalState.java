package io.nodewright.simulation.run;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.node.NodeStates;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.cluster.VirtualCluster;
import io.nodewright.simulation.invariant.Truth;
import io.nodewright.simulation.node.Machine;
import io.nodewright.simulation.server.Kind;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What counts of a world in its end: records without their restarts, statuses, config, hosts. Two
/// runs that came to the same have equal ones. `rebooted_<nw>` does not count: it tells whether a
/// reset found a reboot recorded already or not yet (05 §14). Nor does the mark of a cordon that is
/// to stay: it tells whether people uncordoned the node before or after that.
///
/// @param facts by what they are about
public record FinalState(SortedMap<String, String> facts) {

  /// Copies the facts.
  public FinalState {
    facts = Collections.unmodifiableSortedMap(new TreeMap<>(facts));
  }

  static FinalState of(Truth truth, VirtualCluster cluster) {
    SortedMap<String, String> facts = new TreeMap<>();
    for (Node node : truth.nodes().values()) {
      String name = node.getMetadata().getName();
      for (Map.Entry<String, String> annotation :
          Absent.map(node.getMetadata().getAnnotations()).entrySet()) {
        if (annotation.getKey().startsWith(Keys.PREFIX)
            && !annotation.getKey().startsWith(Keys.rebooted(""))
            && !annotation.getKey().equals(Keys.RUNTIME_REQUIRED_CORDON)) {
          facts.put("node %s %s".formatted(name, annotation.getKey()), record(annotation));
        }
      }
    }
    for (NodeWrightView each : truth.nodeWrights().values()) {
      facts.put(
          "nodewright " + each.name(),
          "%s %s %s %s"
              .formatted(
                  each.status().status(),
                  each.status().completeNodes(),
                  each.status().configUpdates(),
                  each.deleting()));
    }
    cluster
        .server()
        .list(Kind.CONFIG_MAP)
        .forEach(
            map -> {
              if (!Truth.nodeWrightOf(map).isEmpty()) {
                facts.put(
                    "config " + map.getMetadata().getName(),
                    new TreeMap<>(Absent.map(map.getData())).toString());
              }
            });
    for (Machine machine : cluster.machines().values()) {
      facts.put("host " + machine.name(), machine.host().installed().toString());
    }
    return new FinalState(facts);
  }

  private static String record(Map.Entry<String, String> annotation) {
    return annotation.getKey().contains("nodeState_")
            && NodeStates.read(annotation.getValue()) instanceof NodeState.Known(var entries)
        ? entries.values().stream()
            .map(entry -> entry.ref() + " " + entry.stage() + " " + entry.state())
            .toList()
            .toString()
        : annotation.getValue();
  }

  /// The facts that another state has otherwise, as one text; empty when there are none.
  public String difference(FinalState other) {
    StringBuilder text = new StringBuilder();
    SortedMap<String, String> all = new TreeMap<>(facts);
    all.putAll(other.facts);
    for (String key : all.keySet()) {
      String one = facts.getOrDefault(key, "absent");
      String two = other.facts.getOrDefault(key, "absent");
      if (!one.equals(two)) {
        text.append("%s: %s, not %s; ".formatted(key, two, one));
      }
    }
    return text.toString();
  }
}
