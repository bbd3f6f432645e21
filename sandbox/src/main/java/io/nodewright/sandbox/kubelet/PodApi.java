package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;

/// What a kubelet asks of the API server about pods.
interface PodApi {
  /// Writes `status` to `pod`, merging it as kubelets do.
  ///
  /// @return what came of it
  Answer writeStatus(Pod pod, PodStatus status);

  /// Deletes `pod` for good: its containers have ended.
  Answer remove(Pod pod);

  /// What came of a request.
  enum Answer {
    /// Done.
    DONE,
    /// There is no such pod any more, or another one of its name.
    GONE,
    /// The server did not take it now; worth another try.
    TRY_AGAIN
  }
}
