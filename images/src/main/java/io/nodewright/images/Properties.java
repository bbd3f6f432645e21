package io.nodewright.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// Files of `KEY=value` lines, as `os-release` and a JDK's `release` are.
final class Properties {
  private Properties() {}

  /// What `file` says, without quotes.
  static Map<String, String> read(Path file) throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        all.put(line.substring(0, equals), line.substring(equals + 1).replace("\"", ""));
      }
    }
    return all;
  }
}
