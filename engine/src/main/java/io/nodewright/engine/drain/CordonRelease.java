package io.nodewright.engine.drain;

import java.util.List;
import java.util.stream.Stream;

/// What becomes of a node's cordon when a NodeWright needs it no more (04 §14).
public sealed interface CordonRelease {

  /// The NodeWright holds none: a foreign cordon stays.
  record Nothing() implements CordonRelease {}

  /// Its annotation goes, the node stays unschedulable for others.
  ///
  /// @param heldBy keys of the holders that are left, without prefix
  record Leave(List<String> heldBy) implements CordonRelease {
    /// Copies the keys.
    public Leave {
      heldBy = List.copyOf(heldBy);
    }
  }

  /// Its annotation goes and the node is schedulable again, in one patch.
  record Uncordon() implements CordonRelease {}

  /// The release of a node.
  static CordonRelease of(CordonFacts node) {
    if (!node.own()) {
      return new Nothing();
    }
    List<String> heldBy =
        Stream.concat(
                node.others().stream().map(name -> "cordon_" + name),
                node.persistent() ? Stream.of("runtimeRequiredCordon") : Stream.empty())
            .toList();
    return heldBy.isEmpty() ? new Uncordon() : new Leave(heldBy);
  }
}
