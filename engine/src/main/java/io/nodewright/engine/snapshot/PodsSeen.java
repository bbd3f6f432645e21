package io.nodewright.engine.snapshot;

import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.drain.Refused;
import io.nodewright.engine.rollout.LabelSelector;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Pods of the cluster, as far as they are watched.
///
/// @param onNodes all pods of the nodes that are watched and whose pods are known; a node that is
///   not there is not known, which is something else than empty
/// @param guarded protected pods by NodeWright
/// @param refused evictions that budgets refused, by node; forgotten when answered otherwise
public record PodsSeen(
    SortedMap<String, List<PodView>> onNodes,
    SortedMap<String, Guarded> guarded,
    SortedMap<String, List<Refused>> refused) {

  /// Nothing is watched.
  public static final PodsSeen NONE =
      new PodsSeen(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

  /// Wraps the maps, which must not change afterwards.
  public PodsSeen {
    onNodes = Collections.unmodifiableSortedMap(onNodes);
    guarded = Collections.unmodifiableSortedMap(guarded);
    refused = Collections.unmodifiableSortedMap(refused);
  }

  /// Pods that a NodeWright protects, on every node.
  ///
  /// @param selector that they were watched by; another one's pods are not known
  /// @param onNodes by node
  public record Guarded(LabelSelector selector, SortedMap<String, List<PodView>> onNodes) {
    /// Wraps the map.
    public Guarded {
      onNodes = Collections.unmodifiableSortedMap(onNodes);
    }
  }
}
