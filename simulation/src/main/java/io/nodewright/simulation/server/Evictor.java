package io.nodewright.simulation.server;

/// The eviction subresource of Pods.
@FunctionalInterface
public interface Evictor {

  /// Deletes a Pod if its disruption budget allows it.
  ///
  /// @throws ApiFailure 404; 409 when the Pod has another UID; 429 with the cause of a refusal
  void evict(ApiClient client, String pod, Deletion deletion);
}
