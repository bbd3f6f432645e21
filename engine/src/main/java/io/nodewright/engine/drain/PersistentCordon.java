package io.nodewright.engine.drain;

/// The cordon that outlives the runtime-required taint (04 §15). Only somebody outside releases it.
public sealed interface PersistentCordon {

  /// It stays as it is.
  record Nothing() implements PersistentCordon {}

  /// The node is made unschedulable and marked, in the patch that takes the taint away.
  record Place() implements PersistentCordon {}

  /// The mark goes: somebody has made the node schedulable, and it is not cordoned again.
  record Unmark() implements PersistentCordon {}

  /// A NodeWright, as far as this looks at it.
  ///
  /// @param runtimeRequired whether the runtime-required taint waits for it
  /// @param cordonAfter whether it asks for the cordon; without `runtimeRequired` of no meaning
  record Wish(boolean runtimeRequired, boolean cordonAfter) {

    /// Whether it asks for the cordon.
    public boolean asks() {
      return runtimeRequired && cordonAfter;
    }
  }

  /// What is done about it.
  ///
  /// @param node who keeps it cordoned
  /// @param taintGoes whether this pass takes the runtime-required taint off the node
  /// @param wishes of the NodeWrights that target the node
  static PersistentCordon of(CordonFacts node, boolean taintGoes, Iterable<Wish> wishes) {
    if (taintGoes) {
      for (Wish wish : wishes) {
        if (wish.asks()) {
          return new Place();
        }
      }
    }
    return node.persistent() && !node.unschedulable() ? new Unmark() : new Nothing();
  }
}
