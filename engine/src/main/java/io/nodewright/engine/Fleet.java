package io.nodewright.engine;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.ordering.OrderGate;
import io.nodewright.engine.ordering.Place;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The nodes and the other NodeWrights, as the subject looks at them: who selects what, and who
/// goes before (05 §1, §12).
final class Fleet {

  private Fleet() {}

  /// Nodes that a NodeWright selects, but for new ones that get their taint first (05 §3.1, §13.2).
  static List<NodeView> scope(
      FleetSnapshot seen, NodeWrightView nodeWright, RuntimeGate runtimeGate) {
    List<NodeView> selected = new ArrayList<>();
    for (NodeView node : seen.nodes().values()) {
      if (nodeWright.spec().nodeSelector().matches(node.labels()) && !runtimeGate.heldOut(node)) {
        selected.add(node);
      }
    }
    return selected;
  }

  /// The gate that earlier NodeWrights make for the subject.
  static OrderGate gate(FleetSnapshot seen, NodeWrightView subject, RuntimeGate runtimeGate) {
    Place place = subject.place();
    List<OrderGate.Earlier> earlier =
        seen.nodeWrights().values().stream()
            .filter(other -> other.place().compareTo(place) < 0)
            .sorted(Comparator.comparing(NodeWrightView::place))
            .map(other -> earlier(seen, other, subject, runtimeGate))
            .toList();
    return new OrderGate(earlier);
  }

  private static OrderGate.Earlier earlier(
      FleetSnapshot seen, NodeWrightView other, NodeWrightView subject, RuntimeGate runtimeGate) {
    SortedSet<String> inScope = new TreeSet<>();
    SortedSet<String> incomplete = new TreeSet<>();
    for (NodeView node : scope(seen, other, runtimeGate)) {
      inScope.add(node.name());
      if (holdsBack(other, node)) {
        incomplete.add(node.name());
      }
    }
    return new OrderGate.Earlier(
        other.name(),
        other.spec().priority() < subject.spec().priority(),
        other.spec().sequencing(),
        other.paused(),
        other.disabled(),
        inScope,
        incomplete);
  }

  /// Not complete there; one that is being deleted holds back only while it has uninstall work
  /// there, or a record that cannot be read may hide some (05 §12.2).
  private static boolean holdsBack(NodeWrightView other, NodeView node) {
    if (other.deleting() && !mayUninstall(other, node.record(other.name()))) {
      return false;
    }
    return !PackageProgress.nodeComplete(
        node.record(other.name()).state(),
        other.spec().packages(),
        other.deleting(),
        other.status().configUpdates());
  }

  private static boolean mayUninstall(NodeWrightView other, NodeRecord record) {
    return other.spec().packages().values().stream()
        .filter(PackageSpec::uninstallEnabled)
        .anyMatch(
            spec ->
                record.state() instanceof NodeState.Unreadable
                    || record.entry(spec.ref()).isPresent());
  }
}
