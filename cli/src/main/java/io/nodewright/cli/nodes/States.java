package io.nodewright.cli.nodes;

import io.nodewright.api.Keys;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.engine.lifecycle.NodeState;
import java.util.HashMap;
import java.util.Map;

/// State maps as read from nodes. Most nodes of a fleet carry the same text: each is read once.
final class States {

  private final Map<String, NodeState> byText = new HashMap<>();

  /// What the node remembers of that NodeWright's packages.
  NodeState of(SeenNode node, String nodeWright) {
    String text = node.annotations().get(Keys.nodeState(nodeWright));
    if (text == null) {
      return NodeState.EMPTY;
    }
    NodeState known = byText.get(text);
    if (known == null) {
      known = node.state(nodeWright);
      byText.put(text, known);
    }
    return known;
  }
}
