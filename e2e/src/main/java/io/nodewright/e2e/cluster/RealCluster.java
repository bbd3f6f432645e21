package io.nodewright.e2e.cluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.e2e.machine.Addresses;
import io.nodewright.e2e.machine.Bridge;
import io.nodewright.e2e.machine.Leftovers;
import io.nodewright.e2e.machine.NodeRoot;
import io.nodewright.e2e.machine.RealNode;
import io.nodewright.images.process.Folders;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.sandbox.binaries.KubeBinaries;
import io.nodewright.sandbox.binaries.KubeProgram;
import io.nodewright.sandbox.controlplane.ControlPlane;
import io.nodewright.sandbox.controlplane.ControlPlaneSettings;
import io.nodewright.sandbox.controlplane.Reach;
import io.nodewright.sandbox.process.Await;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/// The cluster of one run. Closing it ends all that it started.
public final class RealCluster implements AutoCloseable {
  private static final Duration READY_WITHIN = Duration.ofMinutes(2);
  private static final Duration NODE_GRACE = Duration.ofSeconds(20);

  private final Path folder;
  private final Path binaries;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final List<RealNode> nodes = new ArrayList<>();
  private final ControlPlaneSettings settings;
  private final KubernetesClient client;
  private final ControlPlane plane;

  private RealCluster(Path folder, Path binaries) throws IOException {
    this.folder = folder;
    this.binaries = binaries;
    this.settings =
        new ControlPlaneSettings(
            folder,
            binaries,
            NODE_GRACE,
            true,
            true,
            new Reach(Addresses.HERE, Addresses.SERVICES));
    // Also when the run is broken off.
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::end));
    started.push(Bridge.up());
    try {
      plane = ControlPlane.start(settings);
      started.push(plane);
      client =
          new KubernetesClientBuilder()
              .withConfig(Config.fromKubeconfig(plane.kubeconfig().toFile()))
              .build();
      started.push(client);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /// The programs that a cluster is made of; built where they are missing, which takes minutes.
  ///
  /// @param prometheus whether one is to scrape it
  public static Path programs(boolean prometheus) throws IOException {
    List<KubeProgram> all = new ArrayList<>(KubeProgram.ALL);
    all.addAll(
        List.of(
            KubeProgram.SCHEDULER,
            KubeProgram.KUBELET,
            KubeProgram.KUBE_PROXY,
            KubeProgram.REGISTRY,
            KubeProgram.HELM));
    if (prometheus) {
      all.add(KubeProgram.PROMETHEUS);
    }
    return KubeBinaries.of(System.getenv()).provide(all);
  }

  /// Starts a control plane and a registry.
  ///
  /// @param folder for all that it has; emptied first
  public static RealCluster start(Path folder, Path binaries) throws IOException {
    Leftovers.unmount(folder);
    Folders.remove(folder);
    Files.createDirectories(folder);
    RealCluster cluster = new RealCluster(folder, binaries);
    try {
      cluster.started.push(
          ImageRegistry.start(
              binaries.resolve(KubeProgram.REGISTRY.name()), folder.resolve("registry")));
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  /// Adds `count` nodes and returns when they are ready.
  ///
  /// @param project the project's folder, which has the nodes' scripts
  /// @param keep where their root is kept from one run to the next
  public void addNodes(int count, Path project, Path keep, TestImages images) throws IOException {
    RealNode.Kind kind =
        new RealNode.Kind(
            project.resolve("e2e/node"),
            NodeRoot.in(keep),
            binaries,
            images.pauseArchive(),
            TestImages.PAUSE,
            ImageRegistry.ADDRESS,
            count);
    for (int number = 1; number <= count; number++) {
      RealNode node = RealNode.start(number, folder.resolve("nodes/node" + number), kind, plane);
      nodes.add(node);
      started.push(node);
    }
    until(count + " nodes are ready", READY_WITHIN, () -> readyNodes() == count);
  }

  /// Its nodes.
  public List<RealNode> nodes() {
    return List.copyOf(nodes);
  }

  /// A client that is the administrator.
  public KubernetesClient client() {
    return client;
  }

  /// Helm for this cluster.
  public Helm helm() {
    return new Helm(
        binaries.resolve(KubeProgram.HELM.name()), plane.kubeconfig(), folder.resolve("helm"));
  }

  /// Starts a Prometheus for this cluster.
  ///
  /// @param targets addresses of what it scrapes
  /// @param token its account's
  /// @param rules the file of its rules
  public Prometheus prometheus(List<String> targets, String token, String rules)
      throws IOException {
    Prometheus prometheus =
        Prometheus.start(
            binaries.resolve(KubeProgram.PROMETHEUS.name()),
            folder.resolve("prometheus"),
            targets,
            token,
            rules);
    started.push(prometheus);
    return prometheus;
  }

  /// Where kubectl is.
  public Path kubectl() {
    return binaries.resolve("kubectl");
  }

  /// The administrator's kubeconfig.
  public Path kubeconfig() {
    return plane.kubeconfig();
  }

  /// Each answered request, a JSON object a line.
  public Path auditLog() {
    return settings.auditLog();
  }

  /// Where all of it lies.
  public Path folder() {
    return folder;
  }

  /// Creates the objects of `yaml`, or changes those that are there.
  public void apply(String yaml) {
    client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))).serverSideApply();
  }

  /// Waits until `holds`; an API server that does not answer, or nodes that do not, count as no.
  ///
  /// @throws IllegalStateException when it does not within `bound`
  public void until(String what, Duration bound, BooleanSupplier holds) {
    Await.until(
        what,
        bound,
        () -> {
          try {
            return holds.getAsBoolean();
          } catch (KubernetesClientException e) {
            return false;
          }
        });
  }

  @Override
  public synchronized void close() throws IOException {
    IOException first = null;
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        if (first == null) {
          first = new IOException("not all of the cluster could be ended: " + e.getMessage(), e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private void end() {
    try {
      close();
    } catch (IOException e) {
      System.err.println("e2e: " + e.getMessage());
    }
  }

  private long readyNodes() {
    for (RealNode node : nodes) {
      if (!node.alive()) {
        throw new IllegalStateException(
            node.name() + ": has no power any more; see " + node.logs());
      }
    }
    return client.nodes().list().getItems().stream().filter(RealCluster::ready).count();
  }

  private static boolean ready(Node node) {
    return node.getSpec().getTaints().isEmpty()
        && node.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }

  /// Pushes what a run needs: both built images under `tags`, the sample packages, the image of the
  /// chart's hooks, and a workload.
  public void push(
      ImageLayout operator, ImageLayout agent, List<String> tags, Path project, TestImages images)
      throws IOException {
    for (String tag : tags) {
      TestImages.push(operator, "operator", tag);
      TestImages.push(agent, "agent", tag);
    }
    Path samples = project.resolve("samples/packages");
    images.pushPackage("kernel-modules", "1.0.0", samples.resolve("kernel-modules"));
    images.pushPackage("sysctl-lite", "2.0.0", samples.resolve("sysctl-lite"));
    images.pushPackage("motd", "1.0.0", samples.resolve("motd"));
    images.pushPackage("trouble", "1.0.0", project.resolve("e2e/packages/trouble"));
    images.pushFiles("kubectl", "1", kubectl(), "usr/bin/kubectl");
    images.pushShell();
  }
}
