package io.nodewright.e2e.story;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.e2e.cluster.Plugin;
import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.e2e.cluster.TestImages;
import io.nodewright.e2e.machine.RealNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;

/// What an author does: all sample packages are built by `kubectl nodewright package build` on a
/// base that the registry has, pushed by `package push`, rolled out on a node and uninstalled.
///
/// @param cluster where
/// @param samples the project's folder of samples
/// @param plugin the author's program
public record Authors(RealCluster cluster, Path samples, Plugin plugin) {
  private static final String NAME = "every-sample";
  private static final String LOCAL = "nodewright.local/";
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final List<String> PACKAGES =
      List.of(
          "containerd-config",
          "file-tree",
          "kernel-modules",
          "motd",
          "scheduled-job",
          "sysctl-lite",
          "systemd-dropin");

  /// What the packages lay on a host.
  private static final SortedSet<String> LAID =
      new TreeSet<>(
          List.of(
              "etc/containerd/conf.d/90-nodewright-runtime.toml",
              "etc/cron.d/nodewright-nightly",
              "etc/modules-load.d/50-nodewright-drivers.conf",
              "etc/motd.d/50-nodewright-greeting",
              "etc/profile.d/50-nodewright-proxy.sh",
              "etc/sysctl.d/90-nodewright-tuning.conf",
              "etc/systemd/system/chrony.service.d/50-nodewright-clock.conf",
              "usr/local/sbin/nodewright-host-facts",
              "usr/local/sbin/nodewright-nightly"));

  /// Does all of it.
  ///
  /// @return what was seen, in a sentence
  public String run() throws IOException {
    for (String name : PACKAGES) {
      publish(name);
    }
    RealNode node = cluster.nodes().getLast();
    HostTree before = HostTree.of(node);
    NodeWrights all = new NodeWrights(cluster);
    cluster
        .client()
        .nodes()
        .withName(node.name())
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"labels\":{\"samples\":\"yes\"}}}");
    all.apply(
        Files.readString(samples.resolve("resources/every-sample.yaml"))
            .replace(LOCAL, TestImages.repository("of") + "/"));
    all.awaitComplete(NAME);
    SortedSet<String> missing = new TreeSet<>(LAID);
    missing.removeAll(HostTree.of(node).differsFrom(before));
    Wrong.unless(missing.isEmpty(), node.name() + ": these are not there: " + missing);
    all.delete(NAME);
    cluster.until("the samples are uninstalled", PATIENCE, () -> !all.names().contains(NAME));
    SortedSet<String> left = HostTree.of(node).differsFrom(before);
    Wrong.unless(left.isEmpty(), node.name() + ": not as before the samples: " + left);
    return "%d packages built and pushed, on a node, and off it without a trace"
        .formatted(PACKAGES.size());
  }

  private void publish(String name) throws IOException {
    Path source = samples.resolve("packages").resolve(name);
    String version =
        new JsonMapper()
            .readTree(Files.readString(source.resolve("config.json")))
            .path("package_version")
            .asString("");
    Path layout = cluster.folder().resolve("images/of-" + name);
    String image = TestImages.reference("of/" + name, version);
    plugin.run(
        List.of(
            "package",
            "build",
            source.toString(),
            "--base=" + TestImages.reference(TestImages.SHELL, "1"),
            "--layout=" + layout,
            "--tag=" + image,
            "--plain-http"));
    plugin.run(List.of("package", "push", layout.toString(), image, "--plain-http"));
  }
}
