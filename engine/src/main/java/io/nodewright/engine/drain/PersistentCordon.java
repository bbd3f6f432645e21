package io.nodewright.engine.drain;

/// The cordon that outlives the runtime-required taint (04 §15). Only somebody outside releases it.
public sealed interface PersistentCordon {

  /// It stays as it is.
  record Nothing() implements PersistentCordon {}

  /// The node is made unschedulable and marked, in the patch that takes the taint away.
  record Place() implements PersistentCordon {}

  /// The mark goes: somebody has made the node schedulable, and it is not cordoned again.
  record Unmark() implements PersistentCordon {}

  /// What is done about it.
  ///
  /// @param node who keeps it cordoned
  /// @param asked whether this pass takes the runtime-required taint off the node, and a NodeWright
  ///   that gates the node asks for the cordon
  static PersistentCordon of(CordonFacts node, boolean asked) {
    if (asked) {
      return new Place();
    }
    return node.persistent() && !node.unschedulable() ? new Unmark() : new Nothing();
  }
}
