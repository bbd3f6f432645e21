package io.nodewright.engine;

import io.nodewright.engine.snapshot.FleetSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.SortedMap;

/// A decision that there is nothing to do, with what it was made from.
///
/// @param seen the fleet
/// @param at the time of the pass
/// @param changesAt when it may be another one by time alone; [Instant#MAX] when never
/// @param decision what was decided
record KnownDecision(FleetSnapshot seen, Instant at, Instant changesAt, Decision decision) {

  /// Whether it is what would be decided of this fleet now, but for the time of the next look.
  boolean holds(FleetSnapshot now, Instant time) {
    return !time.isBefore(at)
        && time.isBefore(changesAt)
        && seen.settings().equals(now.settings())
        && same(seen.nodeWrights(), now.nodeWrights())
        && same(seen.nodes(), now.nodes())
        && same(seen.jobs(), now.jobs())
        && same(seen.policies(), now.policies())
        && same(seen.configMaps(), now.configMaps())
        && same(seen.metadata(), now.metadata())
        && seen.refusals().equals(now.refusals())
        && seen.busyNodes().equals(now.busyNodes())
        && seen.pods().equals(now.pods())
        && seen.told().equals(now.told());
  }

  /// The decision, made anew.
  Decision again(Instant time) {
    return decision.lookingAgainAt(next(seen, time, changesAt));
  }

  /// When to look again: at a change by time alone, and not later than an idle pass.
  static Instant next(FleetSnapshot seen, Instant now, Instant changesAt) {
    Duration idle = seen.settings().idleInterval();
    Instant latest = now.plus(idle);
    return changesAt.isBefore(latest) ? changesAt : latest;
  }

  /// Whether the same objects stand under the same names.
  @SuppressWarnings("ReferenceEquality") // a view is known again by being the same object
  private static <V> boolean same(SortedMap<String, V> before, SortedMap<String, V> now) {
    if (before.size() != now.size()) {
      return false;
    }
    Iterator<V> other = now.values().iterator();
    for (V value : before.values()) {
      if (value != other.next()) {
        return false;
      }
    }
    Iterator<String> name = now.keySet().iterator();
    for (String known : before.keySet()) {
      if (!known.equals(name.next())) {
        return false;
      }
    }
    return true;
  }
}
