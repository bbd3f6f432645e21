package io.nodewright.sandbox.kubelet;

import java.util.concurrent.ExecutorService;

/// What all pods of a kubelet share.
///
/// @param api its requests
/// @param executor runs each pod's work; gives every task a thread of its own
/// @param backOff its pauses between tries
record KubeletParts(PodApi api, ExecutorService executor, BackOff backOff) {

  /// What the pods of one node share.
  KubeletParts on(NodeRuntime node) {
    return new KubeletParts(new NodePodApi(api, node.runtime()), executor, backOff);
  }
}
