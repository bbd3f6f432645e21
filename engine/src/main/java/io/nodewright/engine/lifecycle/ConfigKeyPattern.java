package io.nodewright.engine.lifecycle;

/// A key of `configInterrupts`: a literal configMap key, or one with `*`, which stands for any run
/// of characters and is the only special one (01 §3, 02 §3).
public final class ConfigKeyPattern {

  private ConfigKeyPattern() {}

  /// Whether the pattern matches that configMap key.
  public static boolean matches(String pattern, String key) {
    String[] parts = pattern.split("\\*", -1);
    if (parts.length == 1) {
      return pattern.equals(key);
    }
    String first = parts[0];
    String last = parts[parts.length - 1];
    if (key.length() < first.length() + last.length()
        || !key.startsWith(first)
        || !key.endsWith(last)) {
      return false;
    }
    int from = first.length();
    int end = key.length() - last.length();
    for (int i = 1; i < parts.length - 1; i++) {
      int at = key.indexOf(parts[i], from);
      if (at < 0 || at + parts[i].length() > end) {
        return false;
      }
      from = at + parts[i].length();
    }
    return true;
  }
}
