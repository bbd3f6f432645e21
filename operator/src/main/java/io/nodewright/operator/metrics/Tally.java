package io.nodewright.operator.metrics;

import java.util.EnumMap;
import java.util.Map;

/// How often each word of a closed set was met, zeros included.
///
/// @param <E> the set
final class Tally<E extends Enum<E>> {

  private final Map<E, Integer> counts;

  /// Nothing was met yet.
  Tally(Class<E> words) {
    counts = new EnumMap<>(words);
    for (E each : words.getEnumConstants()) {
      counts.put(each, 0);
    }
  }

  void add(E word) {
    counts.merge(word, 1, Integer::sum);
  }

  /// Each word with its count, in the set's order.
  Map<E, Integer> counts() {
    return counts;
  }
}
