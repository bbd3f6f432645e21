package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.Edits;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An interrupt on a real API server: cordon, a budget that refuses, eviction, the interrupt's Job,
/// and the cordon given back.
@Tag("sandbox")
class InterruptTest {

  private static final String NODE_WRIGHT =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: quiet}
      spec:
        nodeSelectors: {matchLabels: {quiet: "yes"}}
        podNonInterruptLabels: {matchLabels: {job: training}}
        packages:
          motd:
            version: 1.0.0
            image: nodewright.local/motd
            interrupt: {type: noop}
            configMap: {message: Hello}
      """;

  @Test
  @DisplayName(
      "I2 I10 I22 I33 I41 L10 a guarded workload leaves by its budget, then the node is given back")
  void aWholeInterrupt() throws IOException {
    try (Cluster cluster = new Cluster(options -> options.withNodes(2), Map.of())) {
      cluster.sample("motd", "1.0.0");
      String node = cluster.client().nodes().list().getItems().getFirst().getMetadata().getName();
      String foreign = cluster.client().nodes().list().getItems().get(1).getMetadata().getName();
      Edits.cordon(cluster.client(), foreign);
      workload(cluster, "web", node, "app", "web");
      workload(cluster, "train", node, "job", "training");
      cluster.until("the workload runs", () -> ready(cluster, "web") && ready(cluster, "train"));
      budget(cluster);
      cluster.label(node, "quiet", "yes").label(foreign, "quiet", "yes").apply(NODE_WRIGHT);

      cluster.until(
          "protected pods hold the node", () -> cluster.condition("quiet", "Blocked").isPresent());
      cluster.until("the node is cordoned", () -> unschedulable(cluster, node));
      cluster.client().pods().inNamespace("default").withName("train").delete();

      cluster.until(
          "the budget refuses", () -> cluster.condition("quiet", "DrainBlocked").isPresent());
      assertEquals(
          "PodDisruptionBudget", cluster.condition("quiet", "DrainBlocked").orElseThrow().reason());
      assertTrue(ready(cluster, "web"));
      cluster.client().policy().v1().podDisruptionBudget().inNamespace("default").delete();

      cluster.await("quiet", Status.COMPLETE);
      assertEquals(null, cluster.client().pods().inNamespace("default").withName("web").get());
      cluster.until("the node is given back", () -> !unschedulable(cluster, node));
      assertTrue(unschedulable(cluster, foreign), "the foreign cordon was lifted");
    }
  }

  private static void workload(
      Cluster cluster, String name, String node, String label, String value) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .addToLabels(label, value)
            .endMetadata()
            .withNewSpec()
            .withNodeName(node)
            .withTerminationGracePeriodSeconds(1L)
            .withAutomountServiceAccountToken(false)
            .addNewContainer()
            .withName("main")
            .withImage("nodewright.local/motd:1.0.0")
            .withImagePullPolicy("IfNotPresent")
            .withCommand("/bin/sh", "-c", "sleep 1000")
            .endContainer()
            .endSpec()
            .build();
    cluster.client().pods().inNamespace("default").resource(pod).create();
  }

  private static void budget(Cluster cluster) {
    cluster
        .client()
        .policy()
        .v1()
        .podDisruptionBudget()
        .inNamespace("default")
        .resource(
            new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName("web")
                .endMetadata()
                .withNewSpec()
                .withMaxUnavailable(new IntOrString(0))
                .withNewSelector()
                .addToMatchLabels("app", "web")
                .endSelector()
                .endSpec()
                .build())
        .create();
  }

  private static boolean ready(Cluster cluster, String name) {
    Pod pod = cluster.client().pods().inNamespace("default").withName(name).get();
    return pod != null && "Running".equals(pod.getStatus().getPhase());
  }

  private static boolean unschedulable(Cluster cluster, String node) {
    return Boolean.TRUE.equals(
        cluster.client().nodes().withName(node).get().getSpec().getUnschedulable());
  }
}
