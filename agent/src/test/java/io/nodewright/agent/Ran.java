package io.nodewright.agent;

import java.util.List;

/// What came of one run of the agent.
record Ran(int exit, String stdout, String stderr) {

  /// What follows the banner on stdout: step headers and the output of steps.
  String output() {
    String end = "-".repeat(20) + "\n";
    int at = stdout.lastIndexOf(end);
    return at < 0 ? stdout : stdout.substring(at + end.length());
  }

  List<String> errors() {
    return lines("ERROR");
  }

  List<String> warnings() {
    return lines("WARN");
  }

  private List<String> lines(String level) {
    return stderr.lines().filter(line -> line.contains(" level=" + level + " ")).toList();
  }
}
