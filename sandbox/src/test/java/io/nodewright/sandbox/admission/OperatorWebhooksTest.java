package io.nodewright.sandbox.admission;

import static io.nodewright.sandbox.admission.AdmissionCluster.NAMESPACE;
import static io.nodewright.sandbox.admission.AdmissionCluster.SERVICE;
import static io.nodewright.sandbox.admission.AdmissionCluster.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.nodewright.sandbox.OperatorProcess;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The operator's own process serves admission.
@Tag("sandbox")
class OperatorWebhooksTest {

  private static final String WRONG =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: wrong}
      spec: {deploymentPolicy: nope}
      """;

  private final AdmissionCluster cluster = new AdmissionCluster();

  OperatorWebhooksTest() throws IOException {}

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  @DisplayName("O8 a replica makes its certificate and is ready while another one leads")
  void withoutTheLease() throws Exception {
    cluster
        .client()
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName("3c22c1ae.nvidia.com")
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("another")
                .withLeaseDurationSeconds(3600)
                .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                .endSpec()
                .build())
        .create();
    cluster.install("nodewright", SERVICE);
    int port = AdmissionCluster.freePort();
    try (OperatorProcess operator =
        OperatorProcess.start(
            cluster.sandbox(),
            "nodewright.local/agent:0.21.0",
            Map.of("ENABLE_WEBHOOKS", "true", "WEBHOOK_PORT", "127.0.0.1:" + port))) {
      until("the operator is ready", operator::ready);
      cluster.balancer().add(port);
      Requests requests = new Requests(cluster.client());
      until("it is called", () -> requests.tryCreate("nodewrights", WRONG).code() == 403);
      Requests.Answer answer = requests.tryCreate("nodewrights", WRONG);
      assertEquals(
          "admission webhook \"validate-nodewright.nvidia.com\" denied the request: validating"
              + " NodeWright \"wrong\": deploymentPolicy \"nope\" not found (spec.deploymentPolicy)",
          answer.said());
      assertTrue(operator.alive());
    }
  }
}
