package io.nodewright.engine;

import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.status.PublishedStatus;
import java.time.Instant;
import java.util.List;

/// Decides about one NodeWright in one pass.
public final class Engine {

  /// Decides what to do about `nodeWright` now.
  ///
  /// @param seen the whole fleet
  /// @param nodeWright the subject; when it is not in `seen` there is nothing to do
  /// @param now read once per pass
  /// @return a decision that equal input gives again, on every machine
  public Decision decide(FleetSnapshot seen, String nodeWright, Instant now) {
    return new Decision(
        nodeWright,
        List.of(),
        List.of(),
        List.of(),
        PublishedStatus.NONE,
        List.of(),
        now.plus(seen.settings().idleInterval()));
  }
}
