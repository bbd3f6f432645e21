package io.nodewright.sandbox.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.sandbox.machine.NodeFolder;
import java.nio.file.Path;

/// Where the files of one pod lie.
///
/// @param here its folder on its node, as this computer sees it
/// @param inNode the same folder as the node sees it
/// @param logs its containers' logs, on this computer only
record PodFolders(Path here, String inNode, Path logs) {

  /// The folders of `pod`, with its logs below `logs`.
  static PodFolders of(Pod pod, NodeFolder node, Path logs) {
    var metadata = pod.getMetadata();
    String name =
        "%s_%s_%s".formatted(metadata.getNamespace(), metadata.getName(), metadata.getUid());
    return new PodFolders(
        node.pod(metadata.getUid()), NodeFolder.podInNode(metadata.getUid()), logs.resolve(name));
  }

  /// The folder of the container `name` in its run number `attempt`.
  Path container(String name, int attempt) {
    return here.resolve(containerPath(name, attempt));
  }

  /// The same folder as the node sees it.
  String containerInNode(String name, int attempt) {
    return inNode + "/" + containerPath(name, attempt);
  }

  /// The log of the container `name` in its run number `attempt`.
  Path log(String name, int attempt) {
    return logs.resolve(name).resolve(attempt + ".log");
  }

  private static String containerPath(String name, int attempt) {
    return "containers/%s/%d".formatted(name, attempt);
  }
}
