package io.nodewright.engine.configgate;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// What differs between the data that a package's ConfigMap delivers and the data that the spec
/// wants.
public final class ConfigDifference {

  private ConfigDifference() {}

  /// Keys that are added, removed, or have another value (LO1).
  public static SortedSet<String> keys(
      SortedMap<String, String> delivered, SortedMap<String, String> wanted) {
    SortedSet<String> keys = new TreeSet<>();
    if (delivered.equals(wanted)) {
      return keys;
    }
    for (Map.Entry<String, String> entry : wanted.entrySet()) {
      if (!entry.getValue().equals(delivered.get(entry.getKey()))) {
        keys.add(entry.getKey());
      }
    }
    delivered.keySet().stream().filter(key -> !wanted.containsKey(key)).forEach(keys::add);
    return keys;
  }
}
