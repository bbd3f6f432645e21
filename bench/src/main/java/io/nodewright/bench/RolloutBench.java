package io.nodewright.bench;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.process.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// One package with two stages on hollow nodes, all at once, with a real control plane and the
/// operator as a process of its own.
@Command(
    name = "rollout",
    description = "A rollout of one package on hollow nodes: times, gaps, requests, memory.",
    mixinStandardHelpOptions = true)
final class RolloutBench implements Callable<Integer> {

  private static final String NODE_WRIGHT =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: bench}
      spec:
        packages:
          pkg: {version: 1.0.0, image: nodewright.local/p}
      """;

  private static final int STAGES = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final Pattern READY = Pattern.compile("\"msg\":\"ready\".*\"ms\":\"?(\\d+)");

  @Option(
      names = "--nodes",
      defaultValue = "200",
      description = "Hollow nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("nodewright-bench");
    try (Sandbox sandbox =
        Sandbox.start(SandboxOptions.in(folder).withHollowNodes(nodes).withAudit())) {
      sandbox.installKinds();
      try (OperatorProcess operator =
          OperatorProcess.start(sandbox, "nodewright.local/agent:0.21.0", Map.of())) {
        measure(sandbox, operator);
      }
    } finally {
      FolderRemoval.of(folder);
    }
    return 0;
  }

  private void measure(Sandbox sandbox, OperatorProcess operator) throws IOException {
    Await.until("the operator is ready", PATIENCE, () -> ready(operator).isPresent());
    System.out.printf("nodes                          %8d%n", nodes);
    System.out.printf("operator ready after start     %8s ms%n", ready(operator).orElse("?"));
    System.out.printf("resident, idle                 %8d MiB%n", resident(operator));
    long cpuBefore = cpuMillis(operator);
    try (JobGaps gaps = new JobGaps(sandbox.client(), OperatorProcess.NAMESPACE)) {
      long start = System.nanoTime();
      sandbox.apply(NODE_WRIGHT);
      Await.until("the rollout is complete", PATIENCE, () -> complete(sandbox));
      long wall = (System.nanoTime() - start) / 1_000_000;
      System.out.printf(
          "first Job seen after           %8d ms%n", (gaps.firstAt() - start) / 1_000_000);
      System.out.printf("rollout complete after         %8d ms%n", wall);
      System.out.printf("operator CPU                   %8d ms%n", cpuMillis(operator) - cpuBefore);
      System.out.printf("resident, after                %8d MiB%n", resident(operator));
      List<Long> millis = gaps.millis();
      System.out.printf(
          "gap Complete to next Job       p50 %d ms, p99 %d ms (%d gaps)%n",
          percentile(millis, 50), percentile(millis, 99), millis.size());
    }
    requests(AuditedRequests.ofOperator(sandbox.folder().resolve("logs/audit.log")));
  }

  private void requests(SortedMap<String, Integer> counts) {
    double stages = (double) nodes * STAGES;
    int events = 0;
    int all = 0;
    System.out.println("requests of the operator per node-stage:");
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      if (entry.getKey().endsWith(" events")) {
        events += entry.getValue();
        continue;
      }
      boolean ofRollout =
          !entry.getKey().endsWith(" leases") && !entry.getKey().startsWith("watch ");
      all += ofRollout ? entry.getValue() : 0;
      System.out.printf("  %-36s %7.2f%n", entry.getKey(), entry.getValue() / stages);
    }
    System.out.printf("  %-36s %7.2f%n", "all but watches, lease and events", all / stages);
    System.out.printf("events per node-stage            %7.2f%n", events / stages);
  }

  private static boolean complete(Sandbox sandbox) {
    try {
      NodeWright stored = sandbox.client().resources(NodeWright.class).withName("bench").get();
      return stored != null && NodeWrightViews.of(stored).status().status() == Status.COMPLETE;
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  private static long percentile(List<Long> sorted, int percent) {
    return sorted.isEmpty()
        ? 0
        : sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  private static Optional<String> ready(OperatorProcess operator) {
    try {
      Matcher found = READY.matcher(Files.readString(operator.log()));
      return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static long resident(OperatorProcess operator) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(operator.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }

  private static long cpuMillis(OperatorProcess operator) {
    return ProcessHandle.of(operator.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toMillis)
        .orElse(0L);
  }
}
