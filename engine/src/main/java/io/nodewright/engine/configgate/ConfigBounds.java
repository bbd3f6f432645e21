package io.nodewright.engine.configgate;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// What the API server takes as the data of a ConfigMap. Data that it would refuse is held before
/// any node is set back for it.
public final class ConfigBounds {

  /// Most bytes of data in one ConfigMap.
  static final int MOST_BYTES = 1024 * 1024;

  private static final int LONGEST_KEY = 253;

  private ConfigBounds() {}

  /// What is wrong with the data, for people; empty when nothing is.
  public static Optional<String> problem(SortedMap<String, String> data) {
    long bytes = 0;
    for (Map.Entry<String, String> entry : data.entrySet()) {
      if (!legal(entry.getKey())) {
        return Optional.of("configMap key \"" + entry.getKey() + "\" is no legal ConfigMap key");
      }
      bytes += bytes(entry.getValue());
    }
    return bytes > MOST_BYTES
        ? Optional.of("configMap has %d bytes, at most %d go".formatted(bytes, MOST_BYTES))
        : Optional.empty();
  }

  private static boolean legal(String key) {
    return !key.isEmpty()
        && key.length() <= LONGEST_KEY
        && !key.equals(".")
        && !key.startsWith("..")
        && key.chars().allMatch(ConfigBounds::legal);
  }

  private static boolean legal(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '.';
  }

  private static long bytes(String text) {
    return text.codePoints().mapToLong(ConfigBounds::bytes).sum();
  }

  private static int bytes(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }
}
