package io.nodewright.cli.edit;

import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Removes what a node remembers of one package (`reset --package`, `package rerun`; contract 07
/// §10.3, §10.9). Other entries stay as they are.
///
/// @param nodeWright its name
/// @param packageName the package
/// @param version the only version that goes; empty for all
public record EntryRemoval(String nodeWright, String packageName, String version)
    implements NodeChange {

  @Override
  public Step step(SeenNode node) {
    return switch (node.state(nodeWright)) {
      case NodeState.Unreadable _ -> unreadable(node, nodeWright);
      case NodeState.Known known -> step(node, known);
    };
  }

  /// CW4.
  static Step unreadable(SeenNode node, String nodeWright) {
    return new Step.Skip(
        "malformed state",
        "node \"%s\": annotation %s is not valid JSON; skipped"
            .formatted(node.name(), io.nodewright.api.Keys.nodeState(nodeWright)),
        true);
  }

  private Step step(SeenNode node, NodeState.Known known) {
    SortedMap<PackageRef, PackageRecord> all = of(known.entries(), packageName);
    SortedMap<PackageRef, PackageRecord> going = new TreeMap<>(all);
    if (!version.isEmpty()) {
      going.keySet().removeIf(ref -> !ref.version().equals(version));
    }
    if (going.isEmpty()) {
      if (all.isEmpty()) {
        return Step.skipped(node.name(), "no entry for package \"" + packageName + "\"");
      }
      String other =
          all.keySet().stream().map(PackageRef::version).collect(Collectors.joining(", "));
      return new Step.Skip(
          "has version " + other,
          "node \"%s\": has %s %s; skipped".formatted(node.name(), packageName, other),
          false);
    }
    SortedMap<PackageRef, PackageRecord> left = new TreeMap<>(known.entries());
    left.keySet().removeAll(going.keySet());
    String keys = going.keySet().stream().map(PackageRef::key).collect(Collectors.joining(", "));
    String noun = going.size() == 1 ? "entry " : "entries ";
    return new Step.Change(
        RecordPatches.store(nodeWright, left),
        "node \"%s\": remove %s%s".formatted(node.name(), noun, keys),
        "node \"%s\": %s%s removed".formatted(node.name(), noun, keys),
        java.util.List.of());
  }

  /// The entries of one package.
  static SortedMap<PackageRef, PackageRecord> of(
      SortedMap<PackageRef, PackageRecord> entries, String packageName) {
    SortedMap<PackageRef, PackageRecord> found = new TreeMap<>(entries);
    found.keySet().removeIf(ref -> !ref.name().equals(packageName));
    return found;
  }
}
