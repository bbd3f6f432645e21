package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.v1alpha1.PackageStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which nodes record which packages of one NodeWright: what V23, V25, W2 and W9 ask (01 §6).
///
/// @param byNode for each node, by name, what it records
public record RecordedPackages(SortedMap<String, OnNode> byNode) {

  /// Nothing is recorded anywhere, as on a create.
  public static final RecordedPackages NONE = new RecordedPackages(Collections.emptySortedMap());

  private static final Set<Stage> LAST_STAGES = Set.of(Stage.CONFIG, Stage.POST_INTERRUPT);

  /// What one node records.
  public sealed interface OnNode {

    /// A record that was read.
    ///
    /// @param complete whether a package has ended its stages, by unique name; a package that is
    ///   not a key is not recorded
    record Packages(SortedMap<String, Boolean> complete) implements OnNode {
      /// Copies the map.
      public Packages {
        complete = Collections.unmodifiableSortedMap(new TreeMap<>(complete));
      }
    }

    /// A record that cannot be read may hold any package: whether one is gone there is not known,
    /// so each counts as recorded.
    record Unreadable() implements OnNode {}
  }

  /// Copies the map.
  public RecordedPackages {
    byNode = Collections.unmodifiableSortedMap(new TreeMap<>(byNode));
  }

  /// What the copies in `status.nodeState` say. Right as long as the status holds them all: of a
  /// resource too large for that the nodes are read as well, by [#and(RecordedPackages)].
  public static RecordedPackages inStatus(NodeWright stored) {
    NodeWrightStatus status = stored.getStatus();
    SortedMap<String, OnNode> byNode = new TreeMap<>();
    if (status != null) {
      Absent.map(status.nodeState())
          .forEach(
              (node, entries) -> {
                SortedMap<String, Boolean> complete = new TreeMap<>();
                Absent.map(entries).forEach((key, entry) -> complete.put(key, complete(entry)));
                byNode.put(node, new OnNode.Packages(complete));
              });
    }
    return new RecordedPackages(byNode);
  }

  /// What the nodes themselves say, by node name.
  public static RecordedPackages onNodes(Map<String, NodeState> states) {
    SortedMap<String, OnNode> byNode = new TreeMap<>();
    states.forEach((node, state) -> byNode.put(node, read(state)));
    return new RecordedPackages(byNode);
  }

  /// This and, of the nodes that it does not know, what `others` says.
  public RecordedPackages and(RecordedPackages others) {
    SortedMap<String, OnNode> all = new TreeMap<>(others.byNode);
    all.putAll(byNode);
    return new RecordedPackages(all);
  }

  /// Names of the nodes that record the package at that version; empty when it is gone everywhere.
  public List<String> nodesWith(PackageRef ref) {
    return nodes(packages -> packages.complete().containsKey(ref.key()), true);
  }

  /// Names of the nodes that record the package, at whatever version.
  public List<String> nodesWith(String name) {
    return nodes(
        packages ->
            packages.complete().keySet().stream().anyMatch(key -> key.startsWith(name + "|")),
        true);
  }

  /// Names of the nodes where the package is known to have ended all its stages at that version.
  public List<String> nodesComplete(PackageRef ref) {
    return nodes(packages -> packages.complete().getOrDefault(ref.key(), false), false);
  }

  private List<String> nodes(Predicate<OnNode.Packages> wanted, boolean unreadable) {
    return byNode.entrySet().stream()
        .filter(
            node ->
                switch (node.getValue()) {
                  case OnNode.Packages packages -> wanted.test(packages);
                  case OnNode.Unreadable _ -> unreadable;
                })
        .map(Map.Entry::getKey)
        .toList();
  }

  private static OnNode read(NodeState state) {
    return switch (state) {
      case NodeState.Unreadable _ -> new OnNode.Unreadable();
      case NodeState.Known known -> {
        SortedMap<String, Boolean> complete = new TreeMap<>();
        known.entries().values().forEach(each -> complete.put(each.ref().key(), complete(each)));
        yield new OnNode.Packages(complete);
      }
    };
  }

  private static boolean complete(PackageRecord entry) {
    return entry.state() == StageState.COMPLETE && LAST_STAGES.contains(entry.stage());
  }

  private static boolean complete(@Nullable PackageStatus entry) {
    return entry != null
        && StageState.COMPLETE.word().equals(entry.state())
        && LAST_STAGES.stream().anyMatch(stage -> stage.word().equals(entry.stage()));
  }
}
