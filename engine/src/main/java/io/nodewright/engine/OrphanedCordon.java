package io.nodewright.engine;

import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import java.util.ArrayList;
import java.util.List;

/// A share in a node's cordon that no NodeWright will ever give back, because there is none of that
/// name (04 §4.4). It is told and left alone: only people know what it was for.
///
/// @param node which node
/// @param nodeWright the name in its annotation
public record OrphanedCordon(NodeView node, String nodeWright) {

  /// All of a fleet, by node.
  public static List<OrphanedCordon> of(FleetSnapshot seen) {
    List<OrphanedCordon> orphans = new ArrayList<>();
    for (NodeView node : seen.nodes().values()) {
      node.records()
          .forEach(
              (name, record) -> {
                if (record.cordons() && !seen.nodeWrights().containsKey(name)) {
                  orphans.add(new OrphanedCordon(node, name));
                }
              });
    }
    return orphans;
  }
}
