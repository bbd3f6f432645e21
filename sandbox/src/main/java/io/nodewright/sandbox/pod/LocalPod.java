package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.sandbox.image.Image;
import io.nodewright.sandbox.image.ImageStore;
import io.nodewright.sandbox.kubelet.PodHome;
import io.nodewright.sandbox.kubelet.StartOutcome;
import io.nodewright.sandbox.machine.ContainerPlan;
import io.nodewright.sandbox.machine.ContainerProcess;
import io.nodewright.sandbox.machine.Machine;
import io.nodewright.sandbox.machine.NodeFolder;
import io.nodewright.sandbox.process.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A pod on its node: its volumes are laid out, its containers can be started.
final class LocalPod implements PodHome {
  private static final Logger LOG = LoggerFactory.getLogger(LocalPod.class);

  private final NodeValues values;
  private final Machine machine;
  private final ImageStore images;
  private final ClusterData cluster;
  private final Volumes volumes;
  private final PodFolders folders;

  private LocalPod(
      NodeValues values,
      Machine machine,
      ImageStore images,
      ClusterData cluster,
      Volumes volumes,
      PodFolders folders) {
    this.values = values;
    this.machine = machine;
    this.images = images;
    this.cluster = cluster;
    this.volumes = volumes;
    this.folders = folders;
  }

  /// Lays out the pod's volumes.
  ///
  /// @throws ConfigurationMissing when a volume's source is not there
  static LocalPod open(
      NodeValues values,
      NodeFolder node,
      Machine machine,
      ImageStore images,
      ClusterData cluster,
      Path logs)
      throws ConfigurationMissing, IOException {
    PodFolders folders = PodFolders.of(values.pod(), node, logs);
    Volumes volumes =
        Volumes.layOut(
            values.pod(), folders.here(), folders.inNode(), new VolumeContent(values, cluster));
    return new LocalPod(values, machine, images, cluster, volumes, folders);
  }

  @Override
  public StartOutcome start(Container container, int attempt) {
    try {
      Optional<Image> image = images.find(container.getImage());
      return image.isPresent()
          ? new StartOutcome.Started(run(container, image.get(), attempt))
          : missing(container);
    } catch (ConfigurationMissing e) {
      return new StartOutcome.NotCreated(
          "CreateContainerConfigError", String.valueOf(e.getMessage()));
    } catch (KubernetesClientException e) {
      return new StartOutcome.NotCreated(
          "CreateContainerConfigError", "the API server does not answer: " + e.getMessage());
    } catch (IOException e) {
      return new StartOutcome.NotCreated("CreateContainerError", String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    try {
      FolderRemoval.of(folders.here());
    } catch (IOException e) {
      // A container that mounted something below its own folder may hold it; it goes with the node.
      LOG.atDebug().log("the folder of a pod stays: {}", e.getMessage());
    }
  }

  private static StartOutcome missing(Container container) {
    return "Never".equals(container.getImagePullPolicy())
        ? new StartOutcome.NotCreated(
            "ErrImageNeverPull",
            "Container image \"%s\" is not present with pull policy of Never"
                .formatted(container.getImage()))
        : new StartOutcome.ImageMissing(
            "failed to pull and unpack image \"%s\": not found in the sandbox's image store"
                .formatted(container.getImage()));
  }

  private LocalContainer run(Container container, Image image, int attempt)
      throws ConfigurationMissing, IOException {
    Map<String, String> environment = new Environment(values, cluster).of(container);
    ContainerPlanning planning = new ContainerPlanning(values, image, container, environment);
    Path own = folders.container(container.getName(), attempt);
    Path terminationLog = own.resolve("termination-log");
    Files.createDirectories(own);
    Files.writeString(terminationLog, "");
    ContainerPlan plan =
        planning.plan(
            folders.containerInNode(container.getName(), attempt),
            own,
            volumes.mountsOf(container, environment),
            folders.log(container.getName(), attempt));
    return new LocalContainer(
        ContainerProcess.start(machine, plan),
        new TerminationMessage(container, terminationLog, plan.log()),
        image);
  }
}
