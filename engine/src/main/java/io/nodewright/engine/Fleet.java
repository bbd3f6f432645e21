package io.nodewright.engine;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageProgress;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.ordering.OrderGate;
import io.nodewright.engine.ordering.Place;
import io.nodewright.engine.ordering.Sequencing;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeRecord;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/// The nodes and the other NodeWrights, as the subject looks at them: who selects what, and who
/// goes before (05 §1, §12).
final class Fleet {

  private Fleet() {}

  /// Whether a NodeWright selects the node; new nodes that get their taint first are nobody's (05
  /// §3.1, §13.2).
  static boolean selects(NodeWrightView nodeWright, NodeView node, RuntimeGate runtimeGate) {
    return nodeWright.spec().nodeSelector().matches(node.labels()) && !runtimeGate.heldOut(node);
  }

  /// The gate that earlier NodeWrights make for the subject.
  static OrderGate gate(
      FleetSnapshot seen, NodeWrightView subject, RuntimeGate runtimeGate, PlanMemory memory) {
    Place place = subject.place();
    List<NodeWrightView> before = new ArrayList<>();
    for (NodeWrightView other : seen.nodeWrights().values()) {
      if (other.place().compareTo(place) < 0) {
        before.add(other);
      }
    }
    before.sort(Comparator.comparing(NodeWrightView::place));
    List<OrderGate.Earlier> earlier = new ArrayList<>(before.size());
    for (NodeWrightView other : before) {
      KnownScope scope =
          scope(ByName.copyOf(seen.nodes()), other, runtimeGate, memory.scope(other));
      memory.keep(other, scope);
      earlier.add(earlier(other, subject, scope));
    }
    return new OrderGate(earlier);
  }

  private static KnownScope scope(
      ByName<NodeView> nodes, NodeWrightView other, RuntimeGate runtimeGate, KnownScope known) {
    BitSet inScope = new BitSet(nodes.size());
    BitSet incomplete = new BitSet(nodes.size());
    for (int place = 0; place < nodes.size(); place++) {
      NodeView node = nodes.value(place);
      boolean same = known.of(place, node);
      if (same ? known.inScope().get(place) : selects(other, node, runtimeGate)) {
        inScope.set(place);
        if (same ? known.incomplete().get(place) : holdsBack(other, node)) {
          incomplete.set(place);
        }
      }
    }
    return new KnownScope(known.basis(), nodes, inScope, incomplete);
  }

  private static OrderGate.Earlier earlier(
      NodeWrightView other, NodeWrightView subject, KnownScope scope) {
    int first = scope.incomplete().nextSetBit(0);
    return new OrderGate.Earlier(
        other.name(),
        other.spec().priority() < subject.spec().priority(),
        other.spec().sequencing(),
        other.paused(),
        other.disabled(),
        scope.inScope(),
        scope.incomplete(),
        first < 0 ? "" : scope.nodes().name(first),
        other.spec().sequencing() == Sequencing.ALL ? notSeen(other, scope.nodes()) : "");
  }

  /// A list of nodes that came back short opens no barrier: whether a node is gone is for the
  /// other's own passes to find out, which look for it and drop it from the status.
  private static String notSeen(NodeWrightView other, ByName<NodeView> nodes) {
    ByName.Cursor<NodeView> seen = nodes.cursor();
    for (String name : other.status().nodeBootIds().keySet()) {
      if (seen.at(name) == null) {
        return name;
      }
    }
    return "";
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
