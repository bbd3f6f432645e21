package io.nodewright.engine.drain;

/// What is done about the cordon when a node is to be emptied (04 §4.1). Where anything is written,
/// the drain waits for a later pass that sees it stored: a replacement of an evicted pod must not
/// land on the very node whose interrupt is coming, and ownership must survive a crash.
public sealed interface CordonStep {

  /// The node is made unschedulable, and the own annotation written, in one patch. Also where the
  /// annotation is there and somebody has uncordoned.
  record Cordon() implements CordonStep {}

  /// The own annotation joins a cordon that a NodeWright holds.
  record Join() implements CordonStep {}

  /// The node is cordoned and ours is stored.
  record Own() implements CordonStep {}

  /// Somebody else has cordoned it: nothing is written, and it stays cordoned afterwards.
  record Foreign() implements CordonStep {}

  /// Whether the drain may start in this pass.
  default boolean holds() {
    return switch (this) {
      case Cordon _, Join _ -> false;
      case Own _, Foreign _ -> true;
    };
  }

  /// The step for a node that is to be emptied.
  static CordonStep of(CordonFacts node) {
    if (!node.unschedulable()) {
      return new Cordon(); // also when the own annotation is there: somebody uncordoned
    }
    if (node.own()) {
      return new Own();
    }
    return node.others().isEmpty() && !node.persistent() ? new Foreign() : new Join();
  }
}
