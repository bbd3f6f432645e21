package io.nodewright.agent.report;

/// The part of a run that failed; an ERROR names it first (06 §12).
public enum Phase {
  PACKAGE_DATA("package data"),
  CONFIG("config.json"),
  ROOT_DIR("root_dir"),
  RESOLV_CONF("resolv.conf"),
  HISTORY("history"),
  MARKER("marker"),
  LOG("log");

  private final String label;

  Phase(String label) {
    this.label = label;
  }

  /// A failure of this phase. A text that begins with the phase's own words is not given them
  /// twice.
  public AgentFailure failure(String text) {
    return AgentFailure.of(text.startsWith(label) ? text : label + ": " + text);
  }
}
