package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.Deployments;
import io.nodewright.sandbox.Edits;
import io.nodewright.sandbox.workload.WorkloadEnd;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A reboot of every node of a cluster that serves: the workload is never below its budget, each
/// Pod has its grace, and every cordon that was not ours is still there.
@Tag("sandbox")
@Tag("slow")
class DrainingRolloutTest {
  private static final int NODES = 20;
  private static final int REPLICAS = 40;

  /// What a budget of `maxUnavailable: 10%` leaves of them.
  private static final int LEAST = 36;

  /// What a budget of 20 % of the nodes allows.
  private static final int AT_ONCE = 4;

  private static final String FOREIGN = "node-7";

  private static final String NODE_WRIGHT =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: kernel}
      spec:
        nodeSelectors: {matchLabels: {kubernetes.io/os: linux}}
        interruptionBudget: {percent: 20}
        packages:
          pkg: {version: 1.0.0, image: nodewright.local/p, interrupt: {type: reboot}, stageTimeout: 10m}
      """;

  @Test
  @DisplayName("I6 I57 I73 twenty nodes reboot under a workload that never falls below its budget")
  void twentyNodesRebootUnderAWorkload() throws IOException {
    try (Cluster cluster =
        new Cluster(options -> options.withNodes(NODES).withWorkloads(), Map.of())) {
      cluster.image("p", TrivialPackage.files());
      Edits.cordon(cluster.client(), FOREIGN);
      cluster
          .apply(Deployments.yaml("web", REPLICAS, "1", "1", 5))
          .apply(Deployments.yaml("slow", 4, "1", "600", 5));
      cluster.apply(
          """
          apiVersion: policy/v1
          kind: PodDisruptionBudget
          metadata: {name: web, namespace: default}
          spec: {maxUnavailable: 10%, selector: {matchLabels: {app: web}}}
          """);
      Map<String, String> boots = boots(cluster);
      try (RolloutWatch watch = new RolloutWatch(cluster.client(), "web")) {
        cluster.until("the workload serves", () -> watch.healthy() == REPLICAS);
        watch.begin();
        cluster.apply(NODE_WRIGHT);

        for (int done = AT_ONCE; done < NODES; done += AT_ONCE) {
          int wanted = done;
          cluster.until(wanted + " nodes are complete", () -> complete(cluster) >= wanted);
        }
        cluster.await("kernel", Status.COMPLETE);

        assertTrue(watch.leastHealthy() >= LEAST, () -> "healthy: " + watch.leastHealthy());
        assertTrue(watch.leastHealthy() < REPLICAS, "nothing was drained");
        assertTrue(watch.mostOurs() <= AT_ONCE, () -> "cordoned at once: " + watch.mostOurs());
      }
      rebootedOnce(cluster, boots);
      everyPodHadItsGrace(cluster);
      cordonsAreAsBefore(cluster);
    }
  }

  private static void rebootedOnce(Cluster cluster, Map<String, String> before) throws IOException {
    Map<String, String> now = boots(cluster);
    for (String node : before.keySet()) {
      assertNotEquals(before.get(node), now.get(node), node);
      assertEquals(
          1, Collections.frequency(cluster.sandbox().node(node).systemctlCalls(), "reboot"), node);
    }
  }

  private static void everyPodHadItsGrace(Cluster cluster) {
    List<WorkloadEnd> ends = cluster.sandbox().workloads().ends();
    assertEquals(List.of(), ends.stream().filter(WorkloadEnd::early).toList());
    assertTrue(ends.size() >= REPLICAS, () -> "only %d were drained".formatted(ends.size()));
    assertTrue(
        ends.stream().anyMatch(end -> end.how() instanceof WorkloadEnd.How.Killed),
        "none needed all of its grace");
  }

  private static void cordonsAreAsBefore(Cluster cluster) {
    cluster.until(
        "only the foreign cordon is left",
        () ->
            cluster.client().nodes().list().getItems().stream()
                .filter(node -> Boolean.TRUE.equals(node.getSpec().getUnschedulable()))
                .map(node -> node.getMetadata().getName())
                .toList()
                .equals(List.of(FOREIGN)));
    assertEquals(
        List.of(),
        cluster.client().nodes().list().getItems().stream().filter(RolloutWatch::ours).toList());
  }

  private static long complete(Cluster cluster) {
    return cluster.status("kernel").nodeStatus().values().stream()
        .filter(status -> status == Status.COMPLETE)
        .count();
  }

  private static Map<String, String> boots(Cluster cluster) {
    Map<String, String> boots = new TreeMap<>();
    for (Node node : cluster.client().nodes().list().getItems()) {
      boots.put(node.getMetadata().getName(), node.getStatus().getNodeInfo().getBootID());
    }
    return boots;
  }
}
