package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.nodewright.sandbox.machine.PlannedMount;
import io.nodewright.sandbox.machine.PlannedMount.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The volumes of one pod on its node, and where its containers mount them.
final class Volumes {
  private final Map<String, PlannedMount> byName = new LinkedHashMap<>();

  private Volumes() {}

  /// Lays out the volumes of `pod`.
  ///
  /// @param here the pod's folder as this computer sees it
  /// @param inNode the same folder as its node sees it
  /// @throws ConfigurationMissing when a volume's source is not there and not optional
  static Volumes layOut(Pod pod, Path here, String inNode, VolumeContent content)
      throws ConfigurationMissing, IOException {
    Volumes volumes = new Volumes();
    for (Volume volume : pod.getSpec().getVolumes()) {
      String below = "volumes/" + volume.getName();
      volumes.byName.put(
          volume.getName(), layOut(volume, here.resolve(below), inNode + "/" + below, content));
    }
    return volumes;
  }

  /// The mounts of `container`, in its order.
  ///
  /// @param environment what `$(NAME)` in a `subPathExpr` stands for
  /// @throws ConfigurationMissing when a mount names no volume of the pod
  List<PlannedMount> mountsOf(Container container, Map<String, String> environment)
      throws ConfigurationMissing {
    List<PlannedMount> mounts = new ArrayList<>();
    for (VolumeMount mount : container.getVolumeMounts()) {
      PlannedMount volume = byName.get(mount.getName());
      if (volume == null) {
        throw new ConfigurationMissing("volume \"%s\" not found".formatted(mount.getName()));
      }
      mounts.add(mounted(volume, mount, environment));
    }
    return mounts;
  }

  private static PlannedMount mounted(
      PlannedMount volume, VolumeMount mount, Map<String, String> environment) {
    boolean readOnly = volume.readOnly() || Boolean.TRUE.equals(mount.getReadOnly());
    String subPath =
        mount.getSubPathExpr() == null
            ? Objects.requireNonNullElse(mount.getSubPath(), "")
            : Environment.expand(mount.getSubPathExpr(), environment);
    if (subPath.isEmpty()) {
      return new PlannedMount(volume.kind(), volume.source(), mount.getMountPath(), readOnly);
    }
    // What is asked for below a folder is made as a folder, unless it is there as a file.
    Kind kind = volume.readOnly() ? Kind.ANY : Kind.FOLDER_OR_NEW;
    return new PlannedMount(kind, volume.source() + "/" + subPath, mount.getMountPath(), readOnly);
  }

  private static PlannedMount layOut(Volume volume, Path here, String inNode, VolumeContent content)
      throws ConfigurationMissing, IOException {
    if (volume.getHostPath() != null) {
      String type = Objects.requireNonNullElse(volume.getHostPath().getType(), "");
      return new PlannedMount(hostKind(type), volume.getHostPath().getPath(), "", false);
    }
    if (volume.getEmptyDir() != null) { // also one that asks for memory: its containers share it
      Files.createDirectories(here);
      Files.setAttribute(here, "unix:mode", 0777);
      return new PlannedMount(Kind.FOLDER, inNode, "", false);
    }
    content.of(volume).write(here);
    return new PlannedMount(Kind.FOLDER, inNode, "", true);
  }

  private static Kind hostKind(String type) {
    return switch (type) {
      case "DirectoryOrCreate" -> Kind.FOLDER_OR_NEW;
      case "Directory" -> Kind.FOLDER;
      case "FileOrCreate" -> Kind.FILE_OR_NEW;
      case "File" -> Kind.FILE;
      default -> Kind.ANY;
    };
  }
}
