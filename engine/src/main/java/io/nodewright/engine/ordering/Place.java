package io.nodewright.engine.ordering;

import java.util.Comparator;

/// A NodeWright's place in the total order: ascending priority, then ascending name in byte order
/// (05 §12.1).
///
/// @param priority 1 or more; lower runs first
/// @param name the NodeWright's name
public record Place(int priority, String name) implements Comparable<Place> {

  private static final Comparator<Place> ORDER =
      Comparator.comparingInt(Place::priority).thenComparing(Place::name);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }
}
