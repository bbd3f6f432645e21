package io.nodewright.engine.drain;

import io.nodewright.engine.rollout.LabelSelector;
import java.util.Collection;
import java.util.List;

/// Pods that must leave a node by themselves before it is drained (04 §5): they are never evicted,
/// and nothing bounds the wait.
public final class Barrier {

  private Barrier() {}

  /// The pods that hold it, sorted. A pod on its way out holds until its object is gone.
  ///
  /// @param protectedPods the selector; an empty one protects no pod
  /// @param pods on the node
  public static List<PodRef> holding(LabelSelector protectedPods, Collection<PodView> pods) {
    if (protectedPods.empty()) {
      return List.of();
    }
    return pods.stream()
        .filter(pod -> !pod.finished() && !pod.ofPackage())
        .filter(pod -> protectedPods.matches(pod.labels()))
        .map(PodView::ref)
        .distinct()
        .sorted()
        .toList();
  }
}
