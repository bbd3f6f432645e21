package io.nodewright.engine;

import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.snapshot.NodeRecord;
import java.util.Map;

/// How large the records on a node may become. A node takes 256 KiB of annotations from everybody
/// together; a write past that would fail for ever, so that new members are refused before.
final class RecordSize {

  /// Most characters of all our records on one node: half of what a node takes.
  static final int MOST = 128 * 1024;

  private static final int FIXED_PARTS = 160;

  private RecordSize() {}

  /// How far the node's records would be past the bound with one more member; not positive when it
  /// fits.
  ///
  /// @param node as stored
  /// @param entries the record as it will be without that member
  static int excess(NodeCase node, Map<PackageRef, PackageRecord> entries, PackageRecord more) {
    int stored =
        node.node().records().values().stream()
            .map(NodeRecord::stateText)
            .mapToInt(String::length)
            .sum();
    int grown =
        entries.entrySet().stream()
            .filter(entry -> !node.entries().containsKey(entry.getKey()))
            .mapToInt(entry -> of(entry.getValue()))
            .sum();
    return stored + grown + of(more) - MOST;
  }

  private static int of(PackageRecord record) {
    PackageRef ref = record.ref();
    return FIXED_PARTS
        + 2 * (ref.name().length() + ref.version().length())
        + record.image().length()
        + record.containerSha().length();
  }
}
