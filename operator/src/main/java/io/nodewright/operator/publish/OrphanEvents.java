package io.nodewright.operator.publish;

import io.nodewright.api.Keys;
import io.nodewright.engine.OrphanedCordon;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.drain.DrainTexts;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Tells of cordons that nobody will give back, once each while this process lives (IE9). A matter
/// of nodes and not of any NodeWright, so no decision has it.
public final class OrphanEvents {

  private final Consumer<Action.Event> events;
  private final Clock clock;
  private final Set<String> told = new HashSet<>();
  private SortedMap<String, NodeView> nodes = new TreeMap<>();
  private SortedMap<String, NodeWrightView> nodeWrights = new TreeMap<>();

  /// @param events where they are written
  public OrphanEvents(Consumer<Action.Event> events, Clock clock) {
    this.events = events;
    this.clock = clock;
  }

  /// Looks through a fleet, unless it is the one of the last time.
  public void look(FleetSnapshot seen) {
    if (same(seen)) {
      return;
    }
    nodes = seen.nodes();
    nodeWrights = seen.nodeWrights();
    Set<String> there = new HashSet<>();
    for (OrphanedCordon orphan : OrphanedCordon.of(seen)) {
      String key = Keys.cordon(orphan.nodeWright());
      String once = orphan.node().uid() + " " + key;
      there.add(once);
      if (told.add(once)) {
        events.accept(
            new Action.Event(
                new Action.Subject.OfNode(orphan.node().name(), orphan.node().uid()),
                new Action.Subject.Nobody(),
                true,
                "Cordon",
                "OrphanedCordon",
                DrainTexts.orphaned(key),
                clock.instant()));
      }
    }
    told.retainAll(there);
  }

  /// Equal maps of a large fleet are mostly the same objects, which is quickly seen.
  private boolean same(FleetSnapshot seen) {
    return nodes.equals(seen.nodes()) && nodeWrights.keySet().equals(seen.nodeWrights().keySet());
  }
}
