package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.status.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// All sample packages on a node of the sandbox, by the resource that `./nodewright e2e` takes to a
/// real one.
@Tag("sandbox")
class EverySampleTest {
  private static final String NAME = "every-sample";
  private static final String NODE = "node-0";

  private static final Map<String, String> VERSIONS =
      Map.of(
          "containerd-config", "1.0.0",
          "file-tree", "2.0.0",
          "kernel-modules", "1.0.0",
          "motd", "1.0.0",
          "scheduled-job", "2.0.0",
          "sysctl-lite", "2.0.0",
          "systemd-dropin", "1.0.0");

  /// What the packages lay on a host.
  private static final List<String> LAID =
      List.of(
          "etc/containerd/conf.d/90-nodewright-runtime.toml",
          "etc/cron.d/nodewright-nightly",
          "etc/modules-load.d/50-nodewright-drivers.conf",
          "etc/motd.d/50-nodewright-greeting",
          "etc/profile.d/50-nodewright-proxy.sh",
          "etc/sysctl.d/90-nodewright-tuning.conf",
          "etc/systemd/system/chrony.service.d/50-nodewright-clock.conf",
          "usr/local/sbin/nodewright-host-facts",
          "usr/local/sbin/nodewright-nightly");

  @Test
  @DisplayName("every sample rolls out, and its uninstall leaves /etc as it was")
  void everySample() throws IOException {
    try (Cluster cluster = new Cluster(options -> options.withNodes(1), Map.of())) {
      for (Map.Entry<String, String> sample : VERSIONS.entrySet()) {
        cluster.sample(sample.getKey(), sample.getValue());
      }
      SortedMap<String, String> before = etc(cluster);
      cluster
          .label(NODE, "samples", "yes")
          .apply(Files.readString(Cluster.project().resolve("samples/resources/every-sample.yaml")))
          .await(NAME, Status.COMPLETE);
      assertEquals(LAID, LAID.stream().filter(path -> there(cluster, path)).toList());

      cluster.client().resources(NodeWright.class).withName(NAME).delete();
      cluster.until(
          "the samples are uninstalled",
          () -> cluster.client().resources(NodeWright.class).withName(NAME).get() == null);
      assertEquals(before, etc(cluster));
      assertEquals(List.of(), LAID.stream().filter(path -> there(cluster, path)).toList());
    }
  }

  private static boolean there(Cluster cluster, String path) {
    return Files.exists(cluster.sandbox().node(NODE).file("/" + path));
  }

  private static SortedMap<String, String> etc(Cluster cluster) throws IOException {
    SortedMap<String, String> contents = new TreeMap<>();
    Path top = cluster.sandbox().node(NODE).file("/etc");
    try (Stream<Path> all = Files.walk(top)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        contents.put(
            top.relativize(file).toString(),
            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return contents;
  }
}
