package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.function.UnaryOperator;

/// What the parts of one pod's work share.
///
/// @param pod the pod as it was bound
/// @param life its time
/// @param progress how far it has come
/// @param backOff the pauses between tries
/// @param changed is run after each change of `progress`
record PodWork(Pod pod, PodLife life, PodProgress progress, BackOff backOff, Runnable changed) {

  /// Changes what is known of `container` and tells it.
  void change(Container container, UnaryOperator<ContainerRecord> change) {
    progress.update(container.getName(), change);
    changed.run();
  }

  /// The pod as kubelets name it in messages.
  String podText() {
    var metadata = pod.getMetadata();
    return "%s_%s(%s)".formatted(metadata.getName(), metadata.getNamespace(), metadata.getUid());
  }
}
