package io.nodewright.cli.edit;

import io.nodewright.cli.cluster.SeenNode;

/// What a command wants of a node, as a function of how the node is: after a conflict it is asked
/// again with the node as it is then, so nothing that changed meanwhile is overwritten (C19).
@FunctionalInterface
public interface NodeChange {

  /// What to do with a node that was read like this.
  Step step(SeenNode node);
}
