package io.nodewright.simulation.people;

import io.fabric8.kubernetes.api.model.Taint;
import io.nodewright.api.Keys;

/// The taints that gate a node until its NodeWrights are through with it (05 §13.1), spelled here
/// by themselves: judges and people do not ask the operator what they are.
public final class Gates {

  /// The one that every run's operator is set to.
  public static final Taint CONFIGURED = taint(Keys.GROUP);

  /// That of older operators.
  public static final Taint LEGACY = taint(Keys.LEGACY_GROUP);

  private Gates() {}

  /// Whether a taint gates a node: key, value and effect are those of one of the two.
  public static boolean gates(Taint taint) {
    return same(taint, CONFIGURED) || same(taint, LEGACY);
  }

  private static boolean same(Taint one, Taint other) {
    return other.getKey().equals(one.getKey())
        && other.getValue().equals(one.getValue())
        && other.getEffect().equals(one.getEffect());
  }

  private static Taint taint(String key) {
    return new Taint("NoSchedule", key, null, "runtime-required");
  }
}
