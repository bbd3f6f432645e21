package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Pod;

/// Runs the containers of one node.
public interface ContainerRuntime {
  /// Makes ready what the containers of `pod` share. Returns at once when something is missing,
  /// such as a ConfigMap of a volume; the kubelet then tries again later.
  PodOpening open(Pod pod);

  /// How much of the life of `pod` the kubelet tells the API server.
  Reporting reporting(Pod pod);

  /// Whether the node is up. While it is not, its kubelet is away too: it tells nothing and ends
  /// nothing.
  boolean up();

  /// How much of a pod's life is told.
  enum Reporting {
    /// Every change, as a kubelet does.
    EVERY_CHANGE,
    /// When a pod begins to run and when it ends.
    PHASES,
    /// Only its end. Two requests less a pod, for scale tests.
    END
  }
}
