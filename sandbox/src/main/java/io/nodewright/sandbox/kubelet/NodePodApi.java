package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;

/// The requests of one node's kubelet: none while the node is down.
///
/// @param api sends them
/// @param runtime knows whether the node is up
record NodePodApi(PodApi api, ContainerRuntime runtime) implements PodApi {
  @Override
  public Answer writeStatus(Pod pod, PodStatus status) {
    return runtime.up() ? api.writeStatus(pod, status) : Answer.TRY_AGAIN;
  }

  @Override
  public Answer remove(Pod pod) {
    return runtime.up() ? api.remove(pod) : Answer.TRY_AGAIN;
  }
}
