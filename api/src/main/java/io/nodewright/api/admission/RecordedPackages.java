package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRef;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Which nodes record which packages of one NodeWright: what V23 and V25 ask (01 §6.4).
///
/// @param byNode says for each node, by name, whether it records a package
public record RecordedPackages(SortedMap<String, Predicate<PackageRef>> byNode) {

  /// Nothing is recorded anywhere, as on a create.
  public static final RecordedPackages NONE = new RecordedPackages(Collections.emptySortedMap());

  /// Copies the map.
  public RecordedPackages {
    byNode = Collections.unmodifiableSortedMap(new TreeMap<>(byNode));
  }

  /// What the copies in `status.nodeState` say. Right as long as the status holds them all: of a
  /// resource too large for that the nodes are read, by [#onNodes(Map)].
  public static RecordedPackages inStatus(NodeWright stored) {
    NodeWrightStatus status = stored.getStatus();
    SortedMap<String, Predicate<PackageRef>> byNode = new TreeMap<>();
    if (status != null) {
      Absent.map(status.nodeState())
          .forEach((node, entries) -> byNode.put(node, ref -> entries.containsKey(ref.key())));
    }
    return new RecordedPackages(byNode);
  }

  /// What the nodes themselves say, by node name. A record that cannot be read may hold any
  /// package: whether it is gone there is not known, so it counts as recorded.
  public static RecordedPackages onNodes(Map<String, NodeState> states) {
    SortedMap<String, Predicate<PackageRef>> byNode = new TreeMap<>();
    states.forEach(
        (node, state) ->
            byNode.put(
                node,
                switch (state) {
                  case NodeState.Known known -> ref -> known.entry(ref).isPresent();
                  case NodeState.Unreadable _ -> _ -> true;
                }));
    return new RecordedPackages(byNode);
  }

  /// Names of the nodes that record the package; empty when it is gone everywhere.
  public List<String> nodesWith(PackageRef ref) {
    return byNode.entrySet().stream()
        .filter(node -> node.getValue().test(ref))
        .map(Map.Entry::getKey)
        .toList();
  }
}
