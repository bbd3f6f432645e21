package io.nodewright.e2e.story;

import io.nodewright.e2e.cluster.RealCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// The uninstall of the chart, with all NodeWrights still there.
///
/// @param cluster where
/// @param install the chart
public record Removal(RealCluster cluster, Install install) {
  private static final Duration GONE_WITHIN = Duration.ofMinutes(1);

  /// Uninstalls.
  ///
  /// @return what was seen, in a sentence
  public String run() throws IOException {
    NodeWrights all = new NodeWrights(cluster);
    int before = all.count();
    install.uninstall();
    Wrong.unless(all.count() == 0, "NodeWrights are left: " + all.names());
    cluster.until("the operator's pods are gone", GONE_WITHIN, () -> install.pods().isEmpty());
    var client = cluster.client();
    List<String> webhooks =
        client
            .admissionRegistration()
            .v1()
            .validatingWebhookConfigurations()
            .list()
            .getItems()
            .stream()
            .map(one -> one.getMetadata().getName())
            .toList();
    Wrong.unless(webhooks.isEmpty(), "webhooks are left: " + webhooks);
    for (String kind :
        List.of("nodewrights.nodewright.nvidia.com", "deploymentpolicies.nodewright.nvidia.com")) {
      Wrong.unless(
          client.apiextensions().v1().customResourceDefinitions().withName(kind).get() != null,
          kind + ": the CRD is gone; it has to stay");
    }
    List<String> cordoned =
        client.nodes().list().getItems().stream()
            .filter(node -> Boolean.TRUE.equals(node.getSpec().getUnschedulable()))
            .map(node -> node.getMetadata().getName())
            .toList();
    Wrong.unless(cordoned.isEmpty(), "nodes are left cordoned: " + cordoned);
    return "%d NodeWrights deleted in order, CRDs left, no cordon left".formatted(before);
  }
}
