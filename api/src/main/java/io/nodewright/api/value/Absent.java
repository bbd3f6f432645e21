package io.nodewright.api.value;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What an absent member of a stored object reads as. Null ends here.
public final class Absent {

  private Absent() {}

  /// An absent text reads as empty.
  public static String text(@Nullable String stored) {
    return Objects.requireNonNullElse(stored, "");
  }

  /// An absent list reads as empty.
  public static <T> List<T> list(@Nullable List<T> stored) {
    return stored == null ? List.of() : stored;
  }

  /// An absent map reads as empty.
  public static <V> Map<String, V> map(@Nullable Map<String, V> stored) {
    return stored == null ? Map.of() : stored;
  }

  /// An absent switch reads as its semantic default.
  public static boolean flag(@Nullable Boolean stored, boolean fallback) {
    return stored == null ? fallback : stored;
  }

  /// An absent number reads as its semantic default.
  public static int number(@Nullable Integer stored, int fallback) {
    return stored == null ? fallback : stored;
  }
}
