package io.nodewright.sandbox.metrics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A large rollout on hollow nodes (contract 08 §14). Takes half an hour on two cores.
@Tag("sandbox")
@Tag("slow")
class LoadTest {

  private static final int NODES = 1_000;
  private static final int PACKAGES = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(60);
  private static final Path FIGURES = Path.of("target/load.txt");

  /// What the chart gives 1,000 nodes with four packages: 0.8·N·f with f = 0.4·P, in MiB.
  private static final double LIMIT = 0.8 * NODES * 0.4 * PACKAGES;

  /// The share of the limit that the images give the heap; wins over what the sandbox sets.
  private static final String HEAP = "-Xmx%dm".formatted((int) (0.65 * LIMIT));

  private static final String NODE_WRIGHT =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: load}
      spec:
        packages:
          one: {version: 1.0.0, image: nodewright.local/p}
          two: {version: 1.0.0, image: nodewright.local/p}
          three: {version: 1.0.0, image: nodewright.local/p}
          four: {version: 1.0.0, image: nodewright.local/p}
      """;

  @Test
  @DisplayName("O35 1,000 nodes with four packages: the memory stays within the chart's limit")
  void load() throws Exception {
    try (TestFolder folder = new TestFolder();
        Sandbox sandbox = Sandbox.start(SandboxOptions.in(folder.path()).withHollowNodes(NODES))) {
      sandbox.installKinds();
      sandbox.apply(Reader.ROLE);
      String token = Reader.token(sandbox);
      String address = OperatorProcess.freeAddress();
      try (OperatorProcess operator =
              OperatorProcess.start(
                  sandbox,
                  "nodewright.local/agent:0.21.0",
                  Map.of("METRICS_PORT", address, "_JAVA_OPTIONS", HEAP));
          Scraper scraper = new Scraper(address);
          KubernetesClient own = ownClient(sandbox)) {
        Await.until("the operator is ready", Duration.ofMinutes(2), operator::ready);
        sandbox.apply(NODE_WRIGHT);
        Await.until("the rollout is complete", PATIENCE, () -> complete(own));

        String scrape = scraper.scrape(token).body();
        double passes = value(scrape, "operator_pass_duration_seconds_count");
        double seconds = value(scrape, "operator_pass_duration_seconds_sum");
        double most = mebibytes(operator.pid());
        String told =
            "%d nodes, %d packages: most resident %.0f MiB of %.0f, %.0f passes, %.1f ms each"
                .formatted(NODES, PACKAGES, most, LIMIT, passes, 1_000 * seconds / passes);
        Files.writeString(FIGURES, told + "\n");
        System.out.println(told);
        assertTrue(passes > 0, scrape);
        assertTrue(most < LIMIT, told);
      }
    }
  }

  /// The nodes share theirs, and with it the hundred requests that one connection takes at a time.
  private static KubernetesClient ownClient(Sandbox sandbox) {
    return new KubernetesClientBuilder().withConfig(sandbox.client().getConfiguration()).build();
  }

  private static boolean complete(KubernetesClient client) {
    NodeWright stored = client.resources(NodeWright.class).withName("load").get();
    return stored.getStatus() != null && "complete".equals(stored.getStatus().status());
  }

  private static double value(String scrape, String series) {
    return scrape
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(series + " is not in\n" + scrape));
  }

  /// The most that a process ever had in memory.
  private static double mebibytes(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElseThrow();
  }
}
