package io.nodewright.agent.config;

import java.util.ArrayList;
import java.util.List;

/// Collects what is found, in the order in which it is found.
final class Findings {

  private final List<Finding> found = new ArrayList<>();

  void error(String pointer, String text) {
    found.add(new Finding(Finding.Level.ERROR, pointer, text));
  }

  void warn(String pointer, String text) {
    found.add(new Finding(Finding.Level.WARN, pointer, text));
  }

  List<Finding> all() {
    return List.copyOf(found);
  }

  List<Finding> errors() {
    return found.stream().filter(finding -> finding.level() == Finding.Level.ERROR).toList();
  }

  /// All errors in one line.
  static String errorLine(List<Finding> findings) {
    List<String> lines = new ArrayList<>();
    for (Finding finding : findings) {
      if (finding.level() == Finding.Level.ERROR) {
        lines.add(finding.line());
      }
    }
    return String.join("; ", lines);
  }
}
