package io.nodewright.cli.nodes;

import io.nodewright.api.Keys;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One node as one NodeWright sees it: what the rows are made of (contract 07 §8.1, §8.2).
///
/// @param node the node
/// @param name of the NodeWright
/// @param nodeWright null when it is gone, or was not asked for
/// @param state what the node remembers of its packages
record NodeOfNodeWright(
    SeenNode node, String name, @Nullable NodeWrightView nodeWright, NodeState state) {

  static NodeOfNodeWright of(
      SeenNode node, String name, @Nullable NodeWrightView nodeWright, States states) {
    return new NodeOfNodeWright(node, name, nodeWright, states.of(node, name));
  }

  /// What the node says, else what the NodeWright says of it, else `unknown`.
  String status() {
    String onNode = node.annotations().get(Keys.status(name));
    if (onNode != null) {
      return onNode;
    }
    Status published =
        nodeWright == null ? null : nodeWright.status().nodeStatus().get(node.name());
    return (published == null ? Status.UNKNOWN : published).word();
  }

  /// Its entries by name, then version; none when the record cannot be read.
  List<PackageRecord> entries() {
    return switch (state) {
      case NodeState.Known known -> List.copyOf(known.entries().values());
      case NodeState.Unreadable _ -> List.of();
    };
  }

  int restarts() {
    return entries().stream().mapToInt(PackageRecord::restarts).sum();
  }

  /// Complete of all, or `?` when the record cannot be read.
  String progress() {
    return switch (state) {
      case NodeState.Known known -> Progress.of(known, nodeWright).shown();
      case NodeState.Unreadable _ -> "?";
    };
  }

  boolean selected() {
    return nodeWright != null && nodeWright.spec().nodeSelector().matches(node.labels());
  }

  /// CW4; empty when there is nothing to warn of.
  String warning() {
    return switch (state) {
      case NodeState.Known _ -> "";
      case NodeState.Unreadable _ -> unreadable(node.name(), name);
    };
  }

  /// CW4.
  static String unreadable(String node, String nodeWright) {
    return "node \"%s\": annotation %s is not valid JSON"
        .formatted(node, Keys.nodeState(nodeWright));
  }
}
