package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.NodeWrightView;

/// Reads single objects into the caches.
///
/// @param client reads
/// @param namespace the operator's
/// @param caches take the answers in
public record Reads(KubernetesClient client, String namespace, Caches caches) {

  /// Reads a NodeWright as it is now.
  ///
  /// @throws KubernetesClientException when there is no answer
  public void reread(NodeWrightView seen) {
    NodeWright now = client.resources(NodeWright.class).withName(seen.name()).get();
    if (now == null) {
      caches.nodeWrights().answeredGone(seen.name(), seen.uid());
    } else {
      caches.nodeWrights().answered(now);
    }
  }

  /// Reads a Job as it is now.
  ///
  /// @throws KubernetesClientException when there is no answer
  public void reread(JobFacts seen) {
    Job now = client.batch().v1().jobs().inNamespace(namespace).withName(seen.name()).get();
    if (now == null) {
      caches.jobs().answeredGone(seen.name(), seen.uid());
    } else {
      caches.jobs().answered(now);
    }
  }
}
