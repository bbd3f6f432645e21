package io.nodewright.operator.admission;

import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.nodewright.api.admission.PolicyPresence;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightSpec;
import java.time.Duration;
import java.util.List;

/// What the rules ask of the cluster: read when it is asked, since a cache may not know yet what
/// was stored a moment ago.
final class LookUps {

  /// Well within the 10 s that the API server waits for us.
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final KubernetesClient client;

  LookUps(Client client) {
    this.client =
        client
            .newClient(
                new RequestConfigBuilder()
                    .withRequestTimeout((int) TIMEOUT.toMillis())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .adapt(KubernetesClient.class);
  }

  PolicyPresence policy(String name) {
    try {
      return client.resources(DeploymentPolicy.class).withName(name).get() == null
          ? PolicyPresence.MISSING
          : PolicyPresence.PRESENT;
    } catch (KubernetesClientException e) {
      return PolicyPresence.UNKNOWN;
    }
  }

  /// Names of the NodeWrights that name the policy.
  ///
  /// @throws KubernetesClientException when that cannot be said
  List<String> usersOf(String policy) {
    return client.resources(NodeWright.class).list().getItems().stream()
        .filter(each -> names(each.getSpec(), policy))
        .map(each -> each.getMetadata().getName())
        .toList();
  }

  private static boolean names(NodeWrightSpec spec, String policy) {
    return spec != null && policy.equals(spec.deploymentPolicy());
  }
}
