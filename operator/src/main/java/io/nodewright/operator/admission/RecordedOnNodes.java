package io.nodewright.operator.admission;

import io.nodewright.api.admission.RecordedPackages;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/// What nodes record of a NodeWright: the copies in its status, and where the status may have been
/// too large for all of them, the selected nodes themselves.
///
/// @param nodes every node, as it was last seen
public record RecordedOnNodes(Supplier<Collection<NodeView>> nodes)
    implements Function<NodeWright, RecordedPackages> {

  @Override
  public RecordedPackages apply(NodeWright stored) {
    RecordedPackages copies = RecordedPackages.inStatus(stored);
    NodeWrightStatus status = stored.getStatus();
    if (status == null || selected(status) <= copies.byNode().size()) {
      return copies;
    }
    String name = stored.getMetadata().getName();
    LabelSelector selector = NodeWrightViews.of(stored).spec().nodeSelector();
    Map<String, NodeState> states = new TreeMap<>();
    for (NodeView node : nodes.get()) {
      if (selector.matches(node.labels())) {
        states.put(node.name(), node.records().getOrDefault(name, NodeRecord.NONE).state());
      }
    }
    return copies.and(RecordedPackages.onNodes(states));
  }

  /// How many nodes the status is about: the second number of `completeNodes`.
  private static int selected(NodeWrightStatus status) {
    String counts = Absent.text(status.completeNodes());
    try {
      return Integer.parseInt(counts.substring(counts.indexOf('/') + 1));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
