package io.nodewright.simulation.server;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Events that were recorded: counted, not kept.
public final class EventLog {

  private final SortedMap<Entry, Integer> counts = new TreeMap<>();

  /// Records an event.
  ///
  /// @param regardingKind such as `Node`
  /// @param regarding the object's name
  public void record(String regardingKind, String regarding, String reason, String action) {
    counts.merge(new Entry(regardingKind, regarding, reason, action), 1, Integer::sum);
  }

  /// How often each was recorded.
  public SortedMap<Entry, Integer> counts() {
    return Collections.unmodifiableSortedMap(counts);
  }

  /// How often any with that reason was recorded on that object.
  public int count(String regardingKind, String regarding, String reason) {
    return counts.entrySet().stream()
        .filter(each -> each.getKey().regardingKind.equals(regardingKind))
        .filter(each -> each.getKey().regarding.equals(regarding))
        .filter(each -> each.getKey().reason.equals(reason))
        .mapToInt(each -> each.getValue())
        .sum();
  }

  /// What is alike in events that are counted together.
  ///
  /// @param regardingKind kind of the object it is on
  /// @param regarding name of that object
  public record Entry(String regardingKind, String regarding, String reason, String action)
      implements Comparable<Entry> {

    @Override
    public int compareTo(Entry other) {
      int order = regardingKind.compareTo(other.regardingKind);
      order = order != 0 ? order : regarding.compareTo(other.regarding);
      order = order != 0 ? order : reason.compareTo(other.reason);
      return order != 0 ? order : action.compareTo(other.action);
    }
  }
}
