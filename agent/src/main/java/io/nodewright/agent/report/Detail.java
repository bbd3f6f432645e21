package io.nodewright.agent.report;

/// One `key="value"` pair behind a message (06 §4).
///
/// @param key lower case, words joined by `_`
/// @param value shown in double quotes; never a secret
public record Detail(String key, String value) {

  /// Short form for call sites that list several.
  public static Detail of(String key, String value) {
    return new Detail(key, value);
  }
}
