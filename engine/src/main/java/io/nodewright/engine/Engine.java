package io.nodewright.engine;

import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import java.time.Instant;
import java.util.List;

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
    return new Pass(new Subject(seen, view, now)).decide();
  }
}
