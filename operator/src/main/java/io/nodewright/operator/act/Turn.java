package io.nodewright.operator.act;

import java.util.Comparator;

/// Whose request is sent first: by level, and in a level the list that was handed over first, with
/// all of its requests.
///
/// @param level lower ones first
/// @param number ascending, one per list
record Turn(Level level, long number) implements Comparable<Turn> {

  private static final Comparator<Turn> ORDER =
      Comparator.comparing(Turn::level).thenComparingLong(Turn::number);

  @Override
  public int compareTo(Turn other) {
    return ORDER.compare(this, other);
  }

  /// What a list is about, most urgent first.
  enum Level {
    /// A NodeWright's own list: its next pass waits for it.
    OWN,
    /// A node that goes on with what was begun.
    AT_WORK,
    /// A node that begins.
    NEW
  }
}
