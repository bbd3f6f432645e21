package io.nodewright.api;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Values that a test knows to be there.
public final class Present {

  private Present() {}

  /// The value under a key.
  public static <K, V> V in(Map<K, V> map, K key) {
    return Objects.requireNonNull(map.get(key), () -> key + " is missing in " + map);
  }

  /// The value.
  public static <V> V of(@Nullable V value) {
    return Objects.requireNonNull(value);
  }
}
