package io.nodewright.bench;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.process.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What the plugin of `./nodewright dist` takes for a start, and for a table of many nodes. Nobody
/// works on the nodes: they are objects of an API server, with a record of two packages each.
@Command(
    name = "cli",
    description = "The plugin from its archive: starts, and tables of many nodes.",
    mixinStandardHelpOptions = true)
final class CliBench implements Callable<Integer> {

  private static final int WRITERS = 16;
  private static final String PREFIX = "nodewright.nvidia.com/";
  private static final String RECORD =
      """
      {"grub|1.4.0":{"name":"grub","version":"1.4.0","image":"example/grub","stage":"config",\
      "state":"complete","restarts":0},"sysctl|2.0.1":{"name":"sysctl","version":"2.0.1",\
      "image":"example/sysctl","stage":"config","state":"complete","restarts":0}}\
      """;
  private static final String NODE_WRIGHT =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: tune, annotations: {nodewright.nvidia.com/version: v0.21.0}}
      spec:
        nodeSelectors: {matchLabels: {pool: gpu}}
        packages:
          grub: {version: 1.4.0, image: example/grub}
          sysctl: {version: 2.0.1, image: example/sysctl}
      """;

  @Option(
      names = "--nodes",
      defaultValue = "5000",
      description = "Nodes in the cluster (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--runs",
      defaultValue = "5",
      description = "Runs of each command (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--program",
      paramLabel = "FILE",
      defaultValue = "dist/kubectl-nodewright-linux-amd64/bin/kubectl-nodewright",
      description = "The executable (default: ${DEFAULT-VALUE}).")
  private Path program;

  @Override
  public Integer call() throws IOException, InterruptedException, ExecutionException {
    Path executable = Path.of(System.getProperty("project.root", ".")).resolve(program);
    if (!Files.isExecutable(executable)) {
      System.err.println(executable + " is not there; make it with: ./nodewright dist");
      return 1;
    }
    Path folder = Files.createTempDirectory("nodewright-bench");
    try (Sandbox sandbox = Sandbox.start(SandboxOptions.in(folder))) {
      sandbox.installKinds();
      sandbox.apply(NODE_WRIGHT);
      register(sandbox);
      CliRun measured = new CliRun(executable, sandbox.kubeconfig());
      System.out.printf("%-40s %12s %14s %10s%n", "", "best wall", "CPU of it", "resident");
      measure(measured, "version", "--client-only");
      measure(measured, "--help");
      measure(measured, "node", "status");
      measure(measured, "node", "status", "-o", "wide");
      measure(measured, "node", "list", "--nodewright", "tune");
      measure(measured, "__complete", "pause", "");
    } finally {
      FolderRemoval.of(folder);
    }
    return 0;
  }

  private void register(Sandbox sandbox) throws InterruptedException, ExecutionException {
    List<Future<Node>> made = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      for (int number = 0; number < nodes; number++) {
        Node node = node("node-%05d".formatted(number));
        made.add(threads.submit(() -> sandbox.client().resource(node).create()));
      }
    }
    for (Future<Node> each : made) {
      each.get();
    }
  }

  private static Node node(String name) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("pool", "gpu")
        .addToAnnotations(PREFIX + "nodeState_tune", RECORD)
        .addToAnnotations(PREFIX + "status_tune", "complete")
        .endMetadata()
        .build();
  }

  private void measure(CliRun measured, String... words) throws IOException, InterruptedException {
    measured.once(words); // fills the file system's cache
    CliRun.Cost best = measured.once(words);
    long resident = best.residentMib();
    for (int run = 1; run < runs; run++) {
      CliRun.Cost cost = measured.once(words);
      resident = Math.max(resident, cost.residentMib());
      best = cost.wallMillis() < best.wallMillis() ? cost : best;
    }
    System.out.printf(
        "%-40s %9d ms %11d ms %6d MiB%n",
        String.join(" ", words), best.wallMillis(), best.cpuMillis(), resident);
  }
}
