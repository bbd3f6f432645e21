package io.nodewright.e2e.machine;

import io.nodewright.images.process.ChildProcess;
import io.nodewright.images.process.Folders;
import io.nodewright.sandbox.controlplane.ControlPlane;
import io.nodewright.sandbox.process.HostPrograms;
import io.nodewright.sandbox.process.LinkedProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// One node: a host with kubelet, containerd and kube-proxy, in namespaces of this computer.
public final class RealNode implements AutoCloseable {
  private static final int OFF_WITHIN_SECONDS = 30;

  private final String name;
  private final Path folder;
  private final Path root;
  private final Process power;

  private RealNode(String name, Path folder, Path root, Process power) {
    this.name = name;
    this.folder = folder;
    this.root = root;
    this.power = power;
  }

  /// What all nodes of a cluster have in common.
  ///
  /// @param scripts the folder with `power` and `init`
  /// @param root the Debian root under each node's disk
  /// @param binaries the folder with kubelet and kube-proxy
  /// @param pauseArchive the image that holds a Pod's namespaces, as an archive
  /// @param pauseImage its name
  /// @param registry the registry's address
  /// @param count how many nodes there are
  public record Kind(
      Path scripts,
      Path root,
      Path binaries,
      Path pauseArchive,
      String pauseImage,
      String registry,
      int count) {}

  /// Switches node `number` on; it is there long before it is ready.
  ///
  /// @param folder the node's own, which must not exist
  public static RealNode start(int number, Path folder, Kind kind, ControlPlane plane)
      throws IOException {
    String name = "node" + number;
    for (String part : List.of("etc", "disk", "containerd", "kubelet", "log")) {
      Files.createDirectories(folder.resolve(part));
    }
    new ChildProcess(
            List.of(
                "mount",
                "-t",
                "tmpfs",
                "-o",
                "mode=755,size=4g",
                "tmpfs",
                folder.resolve("disk").toString()))
        .run();
    Path etc = folder.resolve("etc");
    String server = "https://%s:%d".formatted(Addresses.HERE, plane.apiPort());
    plane.writeMember(
        etc,
        "kubelet",
        "system:node:" + name,
        List.of("system:nodes"),
        List.of("IP:" + Addresses.node(number), "DNS:" + name),
        server);
    plane.writeMember(etc, "kube-proxy", "system:kube-proxy", List.of(), List.of(), server);
    NodeFiles.write(etc, number, kind.registry(), kind.pauseImage());
    Files.copy(kind.pauseArchive(), etc.resolve("pause.tar"), StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(folder.resolve("node.env"), environment(name, number, kind));
    ProcessBuilder builder =
        new ProcessBuilder(
                HostPrograms.path("bash"),
                kind.scripts().resolve("power").toString(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log/node.log").toFile());
    builder.environment().clear();
    builder
        .environment()
        .putAll(Map.of("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"));
    return new RealNode(name, folder, kind.root(), LinkedProcesses.start(builder));
  }

  /// Its name in the cluster.
  public String name() {
    return name;
  }

  /// Whether it has power.
  public boolean alive() {
    return power.isAlive();
  }

  /// What it and its three services said, a file each.
  public Path logs() {
    return folder.resolve("log");
  }

  /// The boot id of its present boot.
  public String bootId() throws IOException {
    return Files.readString(folder.resolve("boot_id")).strip();
  }

  /// What the node has written at `path` of its root; an absolute path without a leading slash.
  public Path written(String path) {
    return folder.resolve("disk/upper").resolve(path);
  }

  /// What was at `path` when the node was made; an absolute path without a leading slash.
  public Path original(String path) {
    return root.resolve(path);
  }

  @Override
  public void close() throws IOException {
    power.destroy();
    try {
      if (!power.waitFor(OFF_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        power.destroyForcibly();
      }
    } catch (InterruptedException e) {
      power.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    new ChildProcess(List.of("umount", folder.resolve("disk").toString())).run();
    for (String part : List.of("containerd", "kubelet", "root", "etc")) {
      Folders.remove(folder.resolve(part));
    }
  }

  private static String environment(String name, int number, Kind kind) {
    StringBuilder others = new StringBuilder();
    for (int other = 1; other <= kind.count(); other++) {
      if (other != number) {
        others.append(other).append('=').append(Addresses.node(other)).append(' ');
      }
    }
    return """
    NODE_NAME='%s'
    NODE_NUMBER='%d'
    NODE_IP='%s'
    BRIDGE='%s'
    GATEWAY='%s'
    POD_PREFIX='%s'
    SERVICES='%s'
    OTHERS='%s'
    LOWER='%s'
    BINARIES='%s'
    """
        .formatted(
            name,
            number,
            Addresses.node(number),
            Bridge.NAME,
            Addresses.HERE,
            Addresses.PREFIX,
            Addresses.SERVICES,
            others.toString().strip(),
            kind.root(),
            kind.binaries());
  }
}
