package io.nodewright.sandbox.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.sandbox.request.ApiRequests;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/// Writes nodes and their leases to the API server.
final class NodeRegistrar {
  private static final int CONFLICT = 409;

  private final KubernetesClient client;
  private final ApiRequests requests;
  private final String architecture;

  NodeRegistrar(KubernetesClient client) {
    this.client = client;
    this.requests = new ApiRequests(client);
    this.architecture =
        switch (System.getProperty("os.arch")) {
          case "aarch64" -> "arm64";
          case String other -> other;
        };
  }

  /// Makes the node, or brings one that a sandbox before this one made up to date.
  void register(NodeIdentity identity) {
    Node node = NodeObjects.node(identity, architecture, Instant.now());
    Node made;
    try {
      made = client.nodes().resource(node).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != CONFLICT) {
        throw e;
      }
      patchStatus(identity);
      made = client.nodes().withName(identity.name()).require();
    }
    Lease lease = NodeObjects.lease(made, Instant.now());
    try {
      client.leases().inNamespace(NodeObjects.LEASE_NAMESPACE).resource(lease).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != CONFLICT) {
        throw e;
      }
      renew(identity.name());
    }
  }

  /// Says that the node called `name` is alive.
  ///
  /// @return how the API server answered
  ApiRequests.Answer renew(String name) {
    String now = Instant.now().truncatedTo(ChronoUnit.MICROS).toString();
    return requests.patch(
        "/apis/coordination.k8s.io/v1/namespaces/%s/leases/%s"
            .formatted(NodeObjects.LEASE_NAMESPACE, name),
        ApiRequests.JSON_MERGE,
        Map.of("spec", Map.of("renewTime", now)));
  }

  /// Says that the node is ready, whatever others concluded meanwhile, and all else of its status,
  /// its boot id included.
  ///
  /// @return how the API server answered
  ApiRequests.Answer patchStatus(NodeIdentity identity) {
    return patch(identity, NodeObjects.status(identity, architecture, Instant.now()));
  }

  /// Writes a condition of the node's, as a kubelet does that is not well.
  void sayNotReady(NodeIdentity identity, String message) {
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    Map<String, String> notReady =
        Map.of(
            "type",
            "Ready",
            "status",
            "False",
            "reason",
            "KubeletNotReady",
            "message",
            message,
            "lastHeartbeatTime",
            now,
            "lastTransitionTime",
            now);
    patch(identity, Map.of("conditions", List.of(notReady)));
  }

  private ApiRequests.Answer patch(NodeIdentity identity, Object status) {
    return requests.patch(
        "/api/v1/nodes/%s/status".formatted(identity.name()),
        ApiRequests.STRATEGIC_MERGE,
        Map.of("status", status));
  }
}
