package io.nodewright.engine.rollout;

import java.util.List;

/// Whether a node's taints let a NodeWright work on it (05 §3.3).
public final class TaintTolerance {

  private static final Toleration UNSCHEDULABLE =
      new Toleration("node.kubernetes.io/unschedulable", "Exists", "", "", Toleration.FOR_EVER);

  /// The legacy runtime-required taint (01 §8.3).
  public static final Taint LEGACY_RUNTIME_REQUIRED =
      new Taint("skyhook.nvidia.com", "runtime-required", "NoSchedule");

  private final Taint runtimeRequired;
  private final boolean legacy;
  private final List<Toleration> additional;

  /// The tolerance of a NodeWright.
  ///
  /// @param runtimeRequired the configured runtime-required taint
  /// @param legacy whether the legacy taint is tolerated too
  /// @param additional its `additionalTolerations`
  public TaintTolerance(Taint runtimeRequired, boolean legacy, List<Toleration> additional) {
    this.runtimeRequired = runtimeRequired;
    this.legacy = legacy;
    this.additional = List.copyOf(additional);
  }

  /// Taints that are not tolerated.
  ///
  /// @param taints of the node, `PreferNoSchedule` included (R11)
  /// @param lifecycleExempt whether not-ready and unreachable are tolerated: a member with a
  ///   package in progress or erroring, so that a reboot does not cost its slot (R12, R15)
  public List<Taint> untolerated(List<Taint> taints, boolean lifecycleExempt) {
    return taints.stream().filter(taint -> !tolerated(taint, lifecycleExempt)).toList();
  }

  private boolean tolerated(Taint taint, boolean lifecycleExempt) {
    if (UNSCHEDULABLE.tolerates(taint) || taint.equals(runtimeRequired)) {
      return true;
    }
    if (legacy && taint.equals(LEGACY_RUNTIME_REQUIRED)) {
      return true;
    }
    if (lifecycleExempt && isLifecycle(taint)) {
      return true;
    }
    return additional.stream().anyMatch(toleration -> toleration.tolerates(taint));
  }

  private static boolean isLifecycle(Taint taint) {
    boolean key =
        taint.key().equals("node.kubernetes.io/not-ready")
            || taint.key().equals("node.kubernetes.io/unreachable");
    return key && (taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute"));
  }
}
