package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.sandbox.image.ImageStore;
import io.nodewright.sandbox.kubelet.ContainerRuntime;
import io.nodewright.sandbox.kubelet.PodOpening;
import io.nodewright.sandbox.machine.Host;
import io.nodewright.sandbox.machine.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Runs the containers of one node as processes of its machine.
public final class NamespaceRuntime implements ContainerRuntime {
  private final Host host;
  private final ImageStore images;
  private final ClusterData cluster;
  private final Path logs;
  private final String address;

  /// @param host the node's host
  /// @param images what containers can be made of
  /// @param cluster what pods take values from
  /// @param logs the folder that gets a folder of logs for each pod
  /// @param address the node's address
  public NamespaceRuntime(
      Host host, ImageStore images, ClusterData cluster, Path logs, String address) {
    this.host = host;
    this.images = images;
    this.cluster = cluster;
    this.logs = logs;
    this.address = address;
  }

  @Override
  public Reporting reporting(Pod pod) {
    return Reporting.EVERY_CHANGE;
  }

  @Override
  public boolean up() {
    return host.machine().isPresent();
  }

  @Override
  public PodOpening open(Pod pod) {
    Optional<Machine> machine = host.machine();
    if (machine.isEmpty()) {
      return new PodOpening.Waiting("the node is down");
    }
    try {
      return new PodOpening.Opened(
          LocalPod.open(
              new NodeValues(pod, address), host.folder(), machine.get(), images, cluster, logs));
    } catch (ConfigurationMissing e) {
      return new PodOpening.Waiting(String.valueOf(e.getMessage()));
    } catch (KubernetesClientException e) {
      return new PodOpening.Waiting("the API server does not answer: " + e.getMessage());
    } catch (IOException e) {
      return new PodOpening.Waiting("MountVolume.SetUp failed: " + e.getMessage());
    }
  }
}
