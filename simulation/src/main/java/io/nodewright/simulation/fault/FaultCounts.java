package io.nodewright.simulation.fault;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// How often each fault fired, by name.
public final class FaultCounts {

  private final SortedMap<String, Long> counts = new TreeMap<>();

  /// Counts one.
  public void fired(String fault) {
    counts.merge(fault, 1L, Long::sum);
  }

  /// Takes all counts of another run in.
  public void add(FaultCounts other) {
    other.counts.forEach((fault, count) -> counts.merge(fault, count, Long::sum));
  }

  /// The counts so far, by name.
  public SortedMap<String, Long> byName() {
    return Collections.unmodifiableSortedMap(counts);
  }
}
