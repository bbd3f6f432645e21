package io.nodewright.engine.status;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Collects the conditions of a NodeWright: keeps the transition time of what has not changed, and
/// adds the deprecated twins (01 §4.3).
public final class Conditions {

  private static final List<String> TWINNED =
      List.of(
          "Ready", "TaintNotTolerable", "NodesIgnored", "ApplyPackage", "DeploymentPolicyNotFound");

  private final List<Condition> before;
  private final long generation;
  private final Instant now;
  private final List<Condition> conditions = new ArrayList<>();

  /// Starts from what is stored.
  ///
  /// @param before stored conditions
  /// @param generation of the NodeWright
  /// @param now of the pass
  public Conditions(List<Condition> before, long generation, Instant now) {
    this.before = List.copyOf(before);
    this.generation = generation;
    this.now = now;
  }

  /// Sets a condition, and its twin where it has one.
  public void set(String type, boolean holds, String reason, String message) {
    add(type, false, holds, reason, message, false);
    if (TWINNED.contains(type)) {
      add(type, true, holds, reason, message, false);
    }
  }

  /// Sets the prefixed `Transition`, whose time also moves with reason and message (01 §4.3).
  public void setTransition(boolean holds, String reason, String message) {
    add("Transition", true, holds, reason, message, true);
  }

  /// Keeps a stored condition as it is, twin included; nothing when it is not stored.
  public void keep(String type) {
    for (Condition condition : before) {
      if (condition.type().equals(type)) {
        conditions.add(condition);
      }
    }
  }

  /// All that was set, in the order in which it was set.
  public List<Condition> all() {
    return List.copyOf(conditions);
  }

  private void add(
      String type,
      boolean twin,
      boolean holds,
      String reason,
      String message,
      boolean movesWithText) {
    Instant since = now;
    for (Condition stored : before) {
      if (stored.type().equals(type) && stored.deprecatedTwin() == twin) {
        boolean still =
            stored.holds() == holds
                && (!movesWithText
                    || (stored.reason().equals(reason) && stored.message().equals(message)));
        since = still ? stored.since() : now;
        break;
      }
    }
    conditions.add(new Condition(type, twin, holds, reason, message, generation, since));
  }
}
