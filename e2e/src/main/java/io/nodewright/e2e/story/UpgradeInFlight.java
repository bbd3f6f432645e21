package io.nodewright.e2e.story;

import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.e2e.cluster.TestImages;
import io.nodewright.e2e.machine.RealNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The operator's image is changed while a rollout is at its second node.
///
/// @param cluster where
/// @param install the chart
public record UpgradeInFlight(RealCluster cluster, Install install) {
  private static final String NAME = "greeting";

  /// Rolls a package out and upgrades to `tag` meanwhile.
  ///
  /// @return what was seen, in a sentence
  public String run(String tag) throws IOException {
    NodeWrights all = new NodeWrights(cluster);
    all.apply(
        """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: NodeWright
        metadata: {name: greeting}
        spec:
          interruptionBudget: {count: 1}
          packages:
            hello:
              version: 1.0.0
              image: %s
              interrupt: {type: service, services: [rsyslog]}
              configMap: {message: "Hello."}
        """
            .formatted(TestImages.reference("motd", "1.0.0").replaceAll(":1.0.0$", "")));
    all.awaitSome(NAME, 1);
    install.upgrade(tag);
    long atUpgrade = all.completeNodes(NAME);
    all.awaitComplete(NAME);
    install
        .pods()
        .forEach(
            pod ->
                Wrong.unless(
                    pod.getSpec().getContainers().getFirst().getImage().endsWith(":" + tag),
                    pod.getMetadata().getName() + ": still has the old image"));
    int runs = 0;
    for (RealNode node : cluster.nodes()) {
      Basics.has(node, "etc/motd.d/50-nodewright-hello", "Hello.");
      Basics.has(node, "var/log/systemctl.log", "restart rsyslog");
      for (Map.Entry<String, Integer> step : runs(node).entrySet()) {
        Wrong.unless(
            step.getValue() == 1,
            "%s: step %s ran %d times".formatted(node.name(), step.getKey(), step.getValue()));
        runs++;
      }
    }
    Wrong.unless(runs > 0, "no step left a log on any node");
    return "upgraded when %d of %d nodes were complete; each of %d steps ran once"
        .formatted(atUpgrade, cluster.nodes().size(), runs);
  }

  /// How often each step ran, from the logs that the agent leaves on the host.
  private static Map<String, Integer> runs(RealNode node) throws IOException {
    Path logs = node.written("var/log/skyhook/" + NAME);
    Map<String, Integer> runs = new TreeMap<>();
    if (Files.isDirectory(logs)) {
      try (Stream<Path> all = Files.walk(logs)) {
        List<Path> files = all.filter(Files::isRegularFile).toList();
        for (Path file : files) {
          String step = logs.relativize(file).toString().replaceAll("-[0-9][0-9T:.Z-]*\\.log$", "");
          runs.merge(step, 1, Integer::sum);
        }
      }
    }
    return runs;
  }
}
