package io.nodewright.engine.drain;

import java.util.Comparator;

/// A pod that blocks a drain, as recorded on the node (04 §7.1). A pod may block for two reasons
/// and is then recorded twice.
///
/// @param namespace the pod's namespace
/// @param name the pod's name
/// @param reason why
/// @param detail one sentence; a budget's is the API server's, unchanged
public record DrainBlocker(String namespace, String name, BlockReason reason, String detail)
    implements Comparable<DrainBlocker> {

  private static final Comparator<DrainBlocker> ORDER =
      Comparator.comparing(DrainBlocker::namespace)
          .thenComparing(DrainBlocker::name)
          .thenComparing(DrainBlocker::reason)
          .thenComparing(DrainBlocker::detail);

  static DrainBlocker unmanaged(PodRef pod) {
    return new DrainBlocker(
        pod.namespace(), pod.name(), BlockReason.UNMANAGED_POD, "pod has no managing controller");
  }

  static DrainBlocker emptyDir(PodRef pod) {
    return new DrainBlocker(
        pod.namespace(), pod.name(), BlockReason.EMPTY_DIR_DATA, "pod has an emptyDir volume");
  }

  static DrainBlocker budget(PodRef pod, String message) {
    return new DrainBlocker(
        pod.namespace(), pod.name(), BlockReason.POD_DISRUPTION_BUDGET, message);
  }

  /// Whether it speaks of that pod.
  boolean isOf(PodRef pod) {
    return namespace.equals(pod.namespace()) && name.equals(pod.name());
  }

  @Override
  public int compareTo(DrainBlocker other) {
    return ORDER.compare(this, other);
  }
}
