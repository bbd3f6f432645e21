package io.nodewright.cli.console;

import java.util.Locale;

/// The output forms (contract 07 §8).
public enum Format {
  TABLE,
  WIDE,
  JSON,
  YAML;

  /// Reads the value of `--output`; lower case only.
  ///
  /// @throws Failure CE8
  public static Format of(String text) {
    for (Format each : values()) {
      if (each.word().equals(text)) {
        return each;
      }
    }
    throw new Failure(
        "invalid output format \"" + text + "\": expected table, json, yaml or wide"); // CE8
  }

  /// As on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Whether one document is printed, for programs.
  public boolean document() {
    return this == JSON || this == YAML;
  }
}
