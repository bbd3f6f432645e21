package io.nodewright.simulation.operator;

import java.util.EnumSet;
import java.util.Set;

/// Which protections the model keeps.
public final class Protections {

  /// All, as the operator does.
  public static final Protections ALL = new Protections(EnumSet.noneOf(Protection.class));

  private final Set<Protection> off;

  private Protections(Set<Protection> off) {
    this.off = off;
  }

  /// All but these.
  public static Protections without(Protection left, Protection... andThese) {
    return new Protections(EnumSet.of(left, andThese));
  }

  /// Whether it is kept.
  boolean on(Protection protection) {
    return !off.contains(protection);
  }
}
