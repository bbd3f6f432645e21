package io.nodewright.engine.lifecycle;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// All that a node remembers for one NodeWright (02 §2.1), or why that cannot be read (02 §4.21).
public sealed interface NodeState {

  /// Nothing recorded: equal to an absent annotation and to `{}` (LR3).
  NodeState EMPTY = new Known(Collections.emptySortedMap());

  /// A record that was understood.
  ///
  /// @param entries the packages' records by name and version; an absent one means not installed
  ///   (LR1)
  record Known(SortedMap<PackageRef, PackageRecord> entries) implements NodeState {
    /// Copies the entries.
    public Known {
      entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
    }

    /// The record of that package and version.
    public Optional<PackageRecord> entry(PackageRef ref) {
      return Optional.ofNullable(entries.get(ref));
    }
  }

  /// A record that cannot be read; nothing is started or judged on the node until it is repaired.
  ///
  /// @param problem what is wrong with it, for people
  record Unreadable(String problem) implements NodeState {}
}
