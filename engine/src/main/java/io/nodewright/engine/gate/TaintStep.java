package io.nodewright.engine.gate;

import io.nodewright.engine.rollout.Taint;
import java.util.List;

/// What is done about the runtime-required taint of one node (05 §13).
public sealed interface TaintStep {

  /// It is as it should be, or nobody's to change.
  record Leave() implements TaintStep {}

  /// The node has to get it before anything else is written there.
  ///
  /// @param forWhom on whose behalf, first in the total order first; never empty
  record Apply(List<String> forWhom) implements TaintStep {
    /// Copies the names.
    public Apply {
      forWhom = List.copyOf(forWhom);
    }
  }

  /// It stays, since these are not through with the node.
  ///
  /// @param by names; never empty
  record Keep(List<String> by) implements TaintStep {
    /// Copies the names.
    public Keep {
      by = List.copyOf(by);
    }
  }

  /// It goes.
  ///
  /// @param taints all recognised ones that the node has
  /// @param cordon whether the node is cordoned in the same write (04 §15)
  record Remove(List<Taint> taints, boolean cordon) implements TaintStep {
    /// Copies the taints.
    public Remove {
      taints = List.copyOf(taints);
    }
  }

  /// The step for a node.
  ///
  /// @param recognised those of its taints that gate it
  /// @param untouched whether it carries no annotation of ours: only such a node is new
  /// @param selecting NodeWrights with `runtimeRequired` that select it, in their total order
  static TaintStep of(List<Taint> recognised, boolean untouched, List<GatingNodeWright> selecting) {
    if (recognised.isEmpty()) {
      List<String> forWhom =
          selecting.stream()
              .filter(each -> each.taintsNewNodes() && (untouched || each.rebooted()))
              .map(GatingNodeWright::name)
              .toList();
      return forWhom.isEmpty() ? new Leave() : new Apply(forWhom);
    }
    List<GatingNodeWright> required = selecting.stream().filter(each -> !each.disabled()).toList();
    if (required.isEmpty()) {
      return new Leave();
    }
    List<String> keep =
        required.stream().filter(GatingNodeWright::keepsTaint).map(GatingNodeWright::name).toList();
    return keep.isEmpty()
        ? new Remove(recognised, required.stream().anyMatch(GatingNodeWright::cordonAfter))
        : new Keep(keep);
  }
}
