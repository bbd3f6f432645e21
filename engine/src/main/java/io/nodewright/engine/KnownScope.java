package io.nodewright.engine;

import io.nodewright.engine.names.ByName;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightSpec;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;

/// Which nodes a NodeWright selects and on which it holds others back, as worked out for a list of
/// nodes. A node is known by its place among them.
///
/// @param basis what this depends on beside the nodes
/// @param nodes of the snapshot that it was worked out for
/// @param inScope nodes that it selects
/// @param incomplete those of them on which it is not complete
record KnownScope(Basis basis, ByName<NodeView> nodes, BitSet inScope, BitSet incomplete) {

  static KnownScope nothing(Basis basis) {
    return new KnownScope(basis, ByName.empty(), new BitSet(), new BitSet());
  }

  /// Whether what is known of that place is of this view. A node that is new may be held out of
  /// every scope: of such a one nothing is known.
  @SuppressWarnings("ReferenceEquality") // a view is known again by being the same object
  boolean of(int place, NodeView node) {
    return place < nodes.size() && nodes.value(place) == node && !node.untouched();
  }

  /// What it depends on.
  record Basis(
      NodeWrightSpec spec, boolean deleting, SortedMap<String, List<String>> configUpdates) {
    static Basis of(NodeWrightView view) {
      return new Basis(view.spec(), view.deleting(), view.status().configUpdates());
    }
  }
}
