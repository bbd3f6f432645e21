package io.nodewright.engine.gate;

import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.rollout.TaintTolerance;
import java.util.List;

/// The taints that gate a node (05 §13.1).
///
/// @param configured the one that is applied
/// @param legacy whether that of older operators gates too; it is never applied
public record RuntimeTaint(Taint configured, boolean legacy) {

  /// Those of a node's taints that gate it: key, value and effect are all the same. Any other is
  /// somebody else's and stays.
  public List<Taint> recognised(List<Taint> taints) {
    return taints.stream().filter(this::recognises).toList();
  }

  private boolean recognises(Taint taint) {
    return taint.equals(configured)
        || (legacy && taint.equals(TaintTolerance.LEGACY_RUNTIME_REQUIRED));
  }
}
