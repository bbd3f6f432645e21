package io.nodewright.engine;

import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Decides about one NodeWright in one pass. Reads as the table of contents of a pass: scope and
/// order ([Fleet]), batches ([RolloutOfSubject]), each node ([NodePlan]: its Jobs, then its next
/// stages), nodes left behind ([Departures]), ConfigMaps, the status ([StatusOfSubject]).
public final class Engine {

  /// Decides what to do about `nodeWright` now.
  ///
  /// @param seen the whole fleet
  /// @param nodeWright the subject; when it is not in `seen` there is nothing to do
  /// @param now read once per pass
  /// @return a decision that equal input gives again, on every machine
  public Decision decide(FleetSnapshot seen, String nodeWright, Instant now) {
    return decide(seen, nodeWright, now, new PlanMemory());
  }

  /// The same, in less time.
  ///
  /// @param memory what the caller's earlier passes worked out; takes in what this one does
  public Decision decide(FleetSnapshot seen, String nodeWright, Instant now, PlanMemory memory) {
    memory.only(seen.nodeWrights().keySet());
    NodeWrightView view = seen.nodeWrights().get(nodeWright);
    if (view == null) {
      return new Decision(
          nodeWright,
          List.of(),
          List.of(),
          List.of(),
          PublishedStatus.NONE,
          List.of(),
          now.plus(seen.settings().idleInterval()));
    }
    Optional<Decision> same = memory.again(seen, nodeWright, now);
    return same.orElseGet(() -> new Pass(new Subject(seen, view, now), memory).decide());
  }
}
