package io.nodewright.e2e.story;

import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.e2e.cluster.TestImages;
import io.nodewright.e2e.machine.RealNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// A package that asks for a reboot, one node after the other, under a workload. The nodes that the
/// operator runs on are drained and rebooted like all others.
///
/// @param cluster where
public record Reboots(RealCluster cluster) {
  /// Rolls it out.
  ///
  /// @return what was seen, in a sentence
  public String rollOut() throws IOException {
    Map<String, String> before = bootIds();
    int least;
    int looks;
    try (Workload workload = new Workload(cluster)) {
      NodeWrights all = new NodeWrights(cluster);
      all.apply(
          """
          apiVersion: nodewright.nvidia.com/v1alpha1
          kind: NodeWright
          metadata: {name: kernel}
          spec:
            interruptionBudget: {count: 1}
            packages:
              boot:
                version: 1.0.0
                image: %s
                interrupt: {type: reboot}
                configMap: {modules: "overlay"}
          """
              .formatted(
                  TestImages.reference("kernel-modules", "1.0.0").replaceAll(":1.0.0$", "")));
      all.awaitComplete("kernel");
      least = workload.least();
      looks = workload.looks();
    }
    Map<String, String> after = bootIds();
    for (RealNode node : cluster.nodes()) {
      Wrong.unless(
          !bootId(after, node).equals(bootId(before, node)),
          node.name() + ": has its old boot id, so it did not reboot");
      Wrong.unless(boots(node) == 2, node.name() + ": booted " + boots(node) + " times, not twice");
      Wrong.unless(
          bootId(after, node).equals(node.bootId()),
          node.name() + ": the cluster has another boot id than the node");
    }
    Wrong.unless(
        least >= Workload.LEAST,
        "only %d pods of the workload were ready; its budget says %d"
            .formatted(least, Workload.LEAST));
    return "each node rebooted once; of the workload never fewer than %d ready, in %d looks"
        .formatted(least, looks);
  }

  private static String bootId(Map<String, String> ids, RealNode node) {
    return ids.getOrDefault(node.name(), "");
  }

  private Map<String, String> bootIds() {
    Map<String, String> ids = new TreeMap<>();
    cluster
        .client()
        .nodes()
        .list()
        .getItems()
        .forEach(
            node ->
                ids.put(node.getMetadata().getName(), node.getStatus().getNodeInfo().getBootID()));
    return ids;
  }

  private static long boots(RealNode node) throws IOException {
    Path log = node.logs().resolve("node.log");
    try (var lines = Files.lines(log)) {
      return lines.filter(line -> line.endsWith(" boots")).count();
    }
  }
}
