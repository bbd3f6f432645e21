package io.nodewright.simulation.invariant;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What invariants found in a run: how often each had something to judge, and what was wrong.
public final class Findings {

  private final SortedMap<String, Long> judged = new TreeMap<>();
  private final List<Violation> violations = new ArrayList<>();

  /// An invariant had something to judge.
  public void judged(String id) {
    judged.merge(id, 1L, Long::sum);
  }

  /// An invariant does not hold.
  ///
  /// @param sentence what was seen, with names and values
  public void violated(String id, Instant at, String sentence) {
    violations.add(new Violation(id, at, sentence));
  }

  /// How often each invariant had something to judge.
  public SortedMap<String, Long> judged() {
    return Collections.unmodifiableSortedMap(judged);
  }

  /// Whether anything was wrong.
  public boolean broken() {
    return !violations.isEmpty();
  }

  /// What was wrong, in order.
  public List<Violation> violations() {
    return Collections.unmodifiableList(violations);
  }

  /// An invariant that does not hold.
  public record Violation(String id, Instant at, String sentence) {}
}
