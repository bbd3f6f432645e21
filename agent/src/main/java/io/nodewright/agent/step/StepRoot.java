package io.nodewright.agent.step;

/// Where a step runs, and so how it sees the host's files (06 §6.1, §18).
///
/// @param changeTo the directory to change root into; `/` for none
/// @param prefix put before host paths; empty for none
/// @param place for messages: where a missing interpreter was looked for
public record StepRoot(String changeTo, String prefix, String place) {

  /// In a child whose root is the host's.
  public static StepRoot host(String root) {
    return new StepRoot(root, "", "on the host");
  }

  /// In the agent's container, host paths led by ROOT.
  public static StepRoot container(String root) {
    return new StepRoot("/", root.equals("/") ? "" : root, "in the agent's container");
  }
}
