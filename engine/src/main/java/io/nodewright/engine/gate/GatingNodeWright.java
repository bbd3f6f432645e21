package io.nodewright.engine.gate;

/// A NodeWright with `runtimeRequired` that selects the node, as far as its taint looks at it.
///
/// @param name its name
/// @param autoTaints `autoTaintNewNodes`
/// @param cordonAfter `runtimeRequiredCordonAfter`
/// @param paused whether it is paused
/// @param disabled whether it is disabled
/// @param deleting whether it is being deleted
/// @param complete whether all of its packages are complete on this node
/// @param rebooted whether the node was rebooted and has to be worked on anew (05 §14)
public record GatingNodeWright(
    String name,
    boolean autoTaints,
    boolean cordonAfter,
    boolean paused,
    boolean disabled,
    boolean deleting,
    boolean complete,
    boolean rebooted) {

  /// Whether a new node gets its taint on its behalf: also while it is paused (05 §13.2).
  boolean taintsNewNodes() {
    return autoTaints && !disabled && !deleting;
  }

  /// Whether the taint has to stay for it. One that is being deleted keeps it until it is gone:
  /// deletion itself opens no gate (05 §13.3).
  boolean keepsTaint() {
    return !complete || rebooted || paused || deleting;
  }
}
