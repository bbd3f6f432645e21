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

  List<Finding> errors() {
    return of(Finding.Level.ERROR);
  }

  List<Finding> warnings() {
    return of(Finding.Level.WARN);
  }

  private List<Finding> of(Finding.Level level) {
    return found.stream().filter(finding -> finding.level() == level).toList();
  }

  /// All errors in one line.
  String errorLine() {
    List<String> lines = new ArrayList<>();
    for (Finding finding : errors()) {
      lines.add(finding.line());
    }
    return String.join("; ", lines);
  }
}
