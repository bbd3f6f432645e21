package io.nodewright.cli.cluster;

import io.nodewright.engine.lifecycle.Version;

/// Versions of operators as text (contract 07 §6).
public final class OperatorVersion {

  private OperatorVersion() {}

  /// Whether a text is a version.
  public static boolean isVersion(String text) {
    return Version.parse(text).isPresent();
  }

  /// The version with its `v`; empty when the text is none.
  public static String shown(String text) {
    if (!isVersion(text)) {
      return "";
    }
    return text.startsWith("v") ? text : "v" + text;
  }

  /// Whether one is lower than another; both are versions.
  public static boolean lower(String left, String right) {
    return Version.lower(left, right);
  }
}
