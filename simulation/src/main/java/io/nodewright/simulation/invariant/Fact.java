package io.nodewright.simulation.invariant;

/// Something that is true of the stored world, or not. Names that do not matter are empty.
record Fact(What what, String nodeWright, String name, String node) {

  /// What is true.
  enum What {
    /// The NodeWright has the annotation `pause`.
    PAUSED,
    /// It has the annotation `disable`.
    DISABLED,
    /// The node has the ignore label.
    IGNORED,
    /// The node has a taint that nobody tolerates.
    TAINTED,
    /// The node has a taint of its lifecycle: not ready, or not reachable.
    LOST,
    /// The node is new and waits for its gate: it is in nobody's scope.
    HELD_OUT,
    /// The node's record for the NodeWright cannot be read.
    UNREADABLE,
    /// The NodeWright selects the node, and the node is not complete for it.
    INCOMPLETE,
    /// The NodeWright selects the node, and later ones wait for it there.
    HOLDS_BACK,
    /// The package is not done on the node.
    NOT_DONE
  }

  static Fact paused(String nodeWright) {
    return new Fact(What.PAUSED, nodeWright, "", "");
  }

  static Fact disabled(String nodeWright) {
    return new Fact(What.DISABLED, nodeWright, "", "");
  }

  static Fact ignored(String node) {
    return new Fact(What.IGNORED, "", "", node);
  }

  static Fact tainted(String node) {
    return new Fact(What.TAINTED, "", "", node);
  }

  static Fact lost(String node) {
    return new Fact(What.LOST, "", "", node);
  }

  static Fact heldOut(String node) {
    return new Fact(What.HELD_OUT, "", "", node);
  }

  static Fact unreadable(String nodeWright, String node) {
    return new Fact(What.UNREADABLE, nodeWright, "", node);
  }

  static Fact incomplete(String nodeWright, String node) {
    return new Fact(What.INCOMPLETE, nodeWright, "", node);
  }

  static Fact holdsBack(String nodeWright, String node) {
    return new Fact(What.HOLDS_BACK, nodeWright, "", node);
  }

  static Fact notDone(String nodeWright, String name, String node) {
    return new Fact(What.NOT_DONE, nodeWright, name, node);
  }
}
