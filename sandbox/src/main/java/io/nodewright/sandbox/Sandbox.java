package io.nodewright.sandbox;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.nodewright.sandbox.binaries.KubeBinaries;
import io.nodewright.sandbox.binaries.KubeProgram;
import io.nodewright.sandbox.controlplane.ControlPlane;
import io.nodewright.sandbox.controlplane.ControlPlaneSettings;
import io.nodewright.sandbox.controlplane.Reach;
import io.nodewright.sandbox.hollow.HollowRuntime;
import io.nodewright.sandbox.image.ImageStore;
import io.nodewright.sandbox.kubelet.ContainerRuntime;
import io.nodewright.sandbox.kubelet.Kubelet;
import io.nodewright.sandbox.kubelet.KubeletFaults;
import io.nodewright.sandbox.kubelet.NodeRuntime;
import io.nodewright.sandbox.node.Heartbeats;
import io.nodewright.sandbox.node.NodeIdentity;
import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.workload.WorkloadLog;
import io.nodewright.sandbox.workload.WorkloadRuntime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/// A running sandbox. Closing it ends all that it started.
public final class Sandbox implements AutoCloseable {
  private static final Duration ACCOUNT_WITHIN = Duration.ofSeconds(30);

  private final SandboxOptions options;
  private final ControlPlane plane;
  private final KubernetesClient client;
  private final Kubelet kubelet;
  private final Heartbeats heartbeats;
  private final KubeletFaults faults = new KubeletFaults();
  private final WorkloadLog workloads = new WorkloadLog();
  private final LocalNodes local;

  private Sandbox(SandboxOptions options, ControlPlane plane) throws IOException {
    this.options = options;
    this.plane = plane;
    this.client = new KubernetesClientBuilder().withConfig(configOf(plane)).build();
    this.kubelet = new Kubelet(client, options.backOff());
    this.heartbeats = new Heartbeats(client, options.heartbeat());
    this.local = new LocalNodes(options, client, heartbeats, kubelet, faults, workloads);
  }

  /// Starts a sandbox and returns when its nodes are registered and pods can be created.
  ///
  /// @throws IOException when a program is missing or cannot be started
  /// @throws IllegalStateException when a part of it does not become ready; the text says which,
  ///   and why
  public static Sandbox start(SandboxOptions options) throws IOException {
    Files.createDirectories(options.folder());
    List<KubeProgram> programs = new ArrayList<>(KubeProgram.ALL);
    if (options.workloads()) {
      programs.add(KubeProgram.SCHEDULER);
    }
    Path binaries = KubeBinaries.of(System.getenv()).provide(programs);
    ControlPlane plane =
        ControlPlane.start(
            new ControlPlaneSettings(
                options.folder().toAbsolutePath(),
                binaries,
                options.nodeGrace(),
                options.audit(),
                options.workloads(),
                Reach.HERE));
    Sandbox sandbox = new Sandbox(options, plane);
    try {
      sandbox.bringUp();
      return sandbox;
    } catch (IOException | RuntimeException e) {
      sandbox.close();
      throw e;
    }
  }

  /// The administrator's kubeconfig.
  public Path kubeconfig() {
    return plane.kubeconfig();
  }

  /// The administrator's settings for a client of one's own.
  public Config clientConfig() {
    return configOf(plane);
  }

  /// A client that is the administrator; closed with the sandbox.
  public KubernetesClient client() {
    return client;
  }

  /// The images that pods on its nodes can use.
  public ImageStore images() {
    return local.images();
  }

  /// The node called `name`, one that has a host of its own.
  ///
  /// @throws IllegalArgumentException when there is none
  public SandboxNode node(String name) {
    return local.node(name);
  }

  /// How the workloads on its nodes ended: the containers of the image `nodewright.local/workload`.
  public WorkloadLog workloads() {
    return workloads;
  }

  /// What goes wrong on all nodes on purpose.
  public KubeletFaults faults() {
    return faults;
  }

  /// Stops the API server; returns when it is gone.
  public void stopApiServer() throws IOException {
    plane.stopApiServer();
  }

  /// Starts the API server again; returns when it is ready.
  public void startApiServer() throws IOException {
    plane.startApiServer();
  }

  /// The parts of the control plane and their process ids.
  public ControlPlane controlPlane() {
    return plane;
  }

  /// Where all of it lies.
  public Path folder() {
    return options.folder().toAbsolutePath();
  }

  /// Creates the objects of `yaml`, or changes those that are there.
  public void apply(String yaml) {
    client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))).serverSideApply();
  }

  /// Makes the namespace `name`, unless it is there; returns when pods can be created in it.
  public void createNamespace(String name) {
    client
        .namespaces()
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .serverSideApply();
    awaitAccount(name);
  }

  /// Installs the product's kinds, as far as they are on the class path, and returns when they can
  /// be used.
  public void installKinds() throws IOException {
    Kinds.install(client);
  }

  @Override
  public void close() {
    kubelet.close();
    heartbeats.close();
    local.close();
    client.close();
    try {
      plane.close();
    } catch (IOException e) {
      throw new IllegalStateException("the control plane does not stop", e);
    }
  }

  private void bringUp() throws IOException {
    awaitAccount("default");
    local.boot();
    List<NodeIdentity> hollow =
        IntStream.range(0, options.hollowNodes()).mapToObj(this::hollowNode).toList();
    heartbeats.add(hollow);
    ContainerRuntime pretending =
        new WorkloadRuntime(
            new HollowRuntime(options.hollowRule(), options.hollowReporting()),
            workloads,
            CompletableFuture::new);
    hollow.forEach(
        node -> kubelet.add(new NodeRuntime(node.name(), node.address(), pretending, faults)));
  }

  /// No pod is admitted to a namespace before the account that it runs as is there.
  private void awaitAccount(String namespace) {
    Await.until(
        "the namespace %s has its service account".formatted(namespace),
        ACCOUNT_WITHIN,
        () -> client.serviceAccounts().inNamespace(namespace).withName("default").get() != null);
  }

  private NodeIdentity hollowNode(int number) {
    return new NodeIdentity(
        "hollow-" + number,
        options.nodes() + number,
        options.labels(),
        UUID.randomUUID().toString(),
        "hollow://1");
  }

  private static Config configOf(ControlPlane plane) {
    // Heartbeats and statuses of many nodes go at once, and an API server that is away for a while
    // is
    // met by our own tries.
    return new ConfigBuilder(Config.fromKubeconfig(plane.kubeconfig().toFile()))
        .withMaxConcurrentRequests(256)
        .withMaxConcurrentRequestsPerHost(256)
        .withRequestRetryBackoffLimit(3)
        .withRequestTimeout(60_000)
        .build();
  }
}
