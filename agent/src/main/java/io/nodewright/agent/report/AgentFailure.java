package io.nodewright.agent.report;

import java.util.List;

/// Why a run ends with exit code 1. Found anywhere, printed once, by `Agent` (06 §12).
public final class AgentFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final String text;
  private final transient List<Detail> details;

  private AgentFailure(String text, List<Detail> details) {
    super(text, null, false, false);
    this.text = text;
    this.details = List.copyOf(details);
  }

  /// A failure whose text says everything, the phase included.
  public static AgentFailure of(String text) {
    return new AgentFailure(text, List.of());
  }

  /// A failure of one step: the text is led by `step "<path>"` (06 §12).
  public static AgentFailure ofStep(String path, String text, List<Detail> details) {
    String name = "step \"" + path + "\"";
    return new AgentFailure(text.startsWith(name) ? text : name + ": " + text, details);
  }

  /// A failure of one interrupt: the text is led by `interrupt "<type>"` (06 §12).
  public static AgentFailure ofInterrupt(String type, String text, List<Detail> details) {
    return new AgentFailure("interrupt \"" + type + "\": " + text, details);
  }

  /// The cause in one line, phase first.
  public String text() {
    return text;
  }

  /// Stage, step, code and the like, in the order in which they are printed.
  public List<Detail> details() {
    return details;
  }
}
