package io.nodewright.sandbox.metrics;

import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.sandbox.Sandbox;

/// The account of a monitoring system.
final class Reader {

  /// What the chart's reader role allows, for that account.
  static final String ROLE =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata: {name: metrics-reader}
      rules: [{nonResourceURLs: [/metrics], verbs: [get]}]
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: {name: metrics-reader}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: metrics-reader}
      subjects: [{kind: ServiceAccount, name: prometheus, namespace: monitoring}]
      """;

  private Reader() {}

  /// Makes the account, which may do nothing without the role, and gives its token.
  static String token(Sandbox sandbox) {
    sandbox.createNamespace("monitoring");
    KubernetesClient client = sandbox.client();
    client
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace("monitoring")
                .withName("prometheus")
                .endMetadata()
                .build())
        .create();
    return client
        .serviceAccounts()
        .inNamespace("monitoring")
        .withName("prometheus")
        .tokenRequest(
            new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3600L).endSpec().build())
        .getStatus()
        .getToken();
  }
}
