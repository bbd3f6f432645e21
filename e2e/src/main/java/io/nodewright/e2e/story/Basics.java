package io.nodewright.e2e.story;

import io.nodewright.e2e.cluster.ImageRegistry;
import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.e2e.machine.RealNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The sample NodeWright with its three packages, and what it leaves on the hosts.
///
/// @param cluster where
/// @param samples the project's folder of samples
public record Basics(RealCluster cluster, Path samples) {
  private static final String LOCAL = "nodewright.local/";

  /// Rolls it out on all nodes.
  public void rollOut() throws IOException {
    NodeWrights all = new NodeWrights(cluster);
    all.apply(
        Files.readString(samples.resolve("resources/host-basics.yaml"))
            .replace(LOCAL, ImageRegistry.ADDRESS + "/e2e/"));
    all.awaitComplete("host-basics");
    for (RealNode node : cluster.nodes()) {
      has(node, "etc/motd.d/50-nodewright-motd", "This host is kept by NodeWright");
      has(node, "etc/modules-load.d/50-nodewright-modules.conf", "br_netfilter");
      has(node, "etc/sysctl.d", "");
    }
  }

  static void has(RealNode node, String path, String text) throws IOException {
    Path file = node.written(path);
    Wrong.unless(Files.exists(file), "%s: /%s is not there".formatted(node.name(), path));
    if (Files.isRegularFile(file)) {
      String content = Files.readString(file);
      Wrong.unless(
          content.contains(text),
          "%s: /%s has no \"%s\" in it: %s".formatted(node.name(), path, text, content));
    }
  }
}
