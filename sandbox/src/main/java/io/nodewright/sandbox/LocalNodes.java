package io.nodewright.sandbox;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.sandbox.image.ImageInbox;
import io.nodewright.sandbox.image.ImageStore;
import io.nodewright.sandbox.kubelet.ContainerRuntime;
import io.nodewright.sandbox.kubelet.Kubelet;
import io.nodewright.sandbox.kubelet.KubeletFaults;
import io.nodewright.sandbox.kubelet.NodeRuntime;
import io.nodewright.sandbox.machine.Host;
import io.nodewright.sandbox.machine.NodeFolder;
import io.nodewright.sandbox.machine.UserNamespace;
import io.nodewright.sandbox.node.Heartbeats;
import io.nodewright.sandbox.node.NodeIdentity;
import io.nodewright.sandbox.pod.ClientClusterData;
import io.nodewright.sandbox.pod.NamespaceRuntime;
import io.nodewright.sandbox.workload.WorkloadLog;
import io.nodewright.sandbox.workload.WorkloadRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// The nodes of a sandbox that have hosts of their own.
final class LocalNodes implements AutoCloseable {
  private final SandboxOptions options;
  private final KubernetesClient client;
  private final Heartbeats heartbeats;
  private final Kubelet kubelet;
  private final KubeletFaults faults;
  private final WorkloadLog workloads;
  private final ImageStore images;
  private final Map<String, SandboxNode> nodes = new ConcurrentSkipListMap<>();
  private @Nullable UserNamespace users;

  LocalNodes(
      SandboxOptions options,
      KubernetesClient client,
      Heartbeats heartbeats,
      Kubelet kubelet,
      KubeletFaults faults,
      WorkloadLog workloads)
      throws IOException {
    this.options = options;
    this.client = client;
    this.heartbeats = heartbeats;
    this.kubelet = kubelet;
    this.faults = faults;
    this.workloads = workloads;
    this.images =
        ImageStore.in(
            folder().resolve("images"), new ImageInbox(folder().resolve("offered-images")));
  }

  /// Boots all of them and adds them to the cluster.
  ///
  /// @throws IllegalStateException when this computer does not allow it; the text says what to do
  void boot() throws IOException {
    if (options.nodes() == 0) {
      return;
    }
    UserNamespace made = UserNamespace.create();
    users = made;
    List<NodeIdentity> identities = bootAll(made);
    heartbeats.add(identities);
    for (NodeIdentity identity : identities) {
      Host host = node(identity.name()).host();
      ContainerRuntime processes =
          new NamespaceRuntime(
              host,
              images,
              new ClientClusterData(client),
              folder().resolve("pods"),
              identity.address());
      ContainerRuntime runtime = new WorkloadRuntime(processes, workloads, host::down);
      kubelet.add(new NodeRuntime(identity.name(), identity.address(), runtime, faults));
    }
  }

  /// The images that their pods can use.
  ImageStore images() {
    return images;
  }

  /// The node called `name`.
  SandboxNode node(String name) {
    SandboxNode node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException(
          "%s: no node with a host of its own; there are %s".formatted(name, nodes.keySet()));
    }
    return node;
  }

  @Override
  public void close() {
    nodes.values().forEach(node -> node.host().close());
    if (users != null) {
      users.close();
    }
  }

  /// All at once: each waits for programs of its own most of the time.
  private List<NodeIdentity> bootAll(UserNamespace made) throws IOException {
    List<Future<NodeIdentity>> booting = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int number = 0; number < options.nodes(); number++) {
        int each = number;
        booting.add(threads.submit(() -> boot(each, made)));
      }
    }
    List<NodeIdentity> booted = new ArrayList<>();
    for (Future<NodeIdentity> node : booting) {
      booted.add(outcome(node));
    }
    return booted;
  }

  private static NodeIdentity outcome(Future<NodeIdentity> node) throws IOException {
    try {
      return node.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while nodes boot", e);
    }
  }

  private NodeIdentity boot(int number, UserNamespace made) throws IOException {
    String name = "node-" + number;
    NodeIdentity identity = new NodeIdentity(name, number, options.labels(), "", "sandbox://1");
    Host host =
        new Host(
            made,
            new NodeFolder(folder().resolve("nodes").resolve(name)),
            name,
            images.folder(),
            new Reboots(identity));
    nodes.put(name, new SandboxNode(name, host));
    return identity.rebooted(host.powerOn());
  }

  private Path folder() {
    return options.folder().toAbsolutePath();
  }

  /// What the cluster learns of a host's reboots.
  private final class Reboots implements Host.BootListener {
    private final NodeIdentity identity;

    private Reboots(NodeIdentity identity) {
      this.identity = identity;
    }

    @Override
    public void wentDown(boolean shutDown) {
      if (shutDown) {
        heartbeats.shutDown(identity);
      } else {
        heartbeats.silence(identity.name());
      }
    }

    @Override
    public void booted(String bootId) {
      heartbeats.rebooted(identity.rebooted(bootId));
    }
  }
}
