package io.nodewright.cli.cluster;

import io.nodewright.api.Keys;
import io.nodewright.api.node.NodeStates;
import io.nodewright.engine.lifecycle.NodeState;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A node as commands need it.
///
/// @param name its name
/// @param resourceVersion its version, for conditional writes
/// @param unschedulable `spec.unschedulable`, whoever set it
/// @param labels all of them
/// @param annotations those under our prefix
public record SeenNode(
    String name,
    String resourceVersion,
    boolean unschedulable,
    SortedMap<String, String> labels,
    SortedMap<String, String> annotations) {

  private static final String STATE = Keys.nodeState("");

  /// Copies the maps.
  public SeenNode {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }

  /// Whether it carries a state map of that NodeWright, readable or not.
  public boolean remembers(String nodeWright) {
    return annotations.containsKey(Keys.nodeState(nodeWright));
  }

  /// What it remembers of that NodeWright's packages.
  public NodeState state(String nodeWright) {
    String text = annotations.get(Keys.nodeState(nodeWright));
    return text == null ? NodeState.EMPTY : NodeStates.read(text);
  }

  /// The NodeWrights of which it has a state map.
  public SortedSet<String> remembered() {
    SortedSet<String> names = new TreeSet<>();
    for (String key : annotations.tailMap(STATE).keySet()) {
      if (!key.startsWith(STATE)) {
        break;
      }
      names.add(key.substring(STATE.length()));
    }
    return names;
  }

  /// Whether the label `ignore` is exactly `true`.
  public boolean ignored() {
    return Keys.TRUE.equals(labels.get(Keys.IGNORE));
  }

  /// Whether its cordon is to outlast the runtime-required taint.
  public boolean persistentCordon() {
    return annotations.containsKey(Keys.RUNTIME_REQUIRED_CORDON);
  }
}
