package io.nodewright.sandbox.machine;

import java.nio.file.Files;
import java.nio.file.Path;

/// A node's folder on this computer.
///
/// @param path the folder; `host` in it is the node's root, `usr/upper` what the node changed in
///   `/usr`
public record NodeFolder(Path path) {

  /// The node's root as it lies on this computer, without what is mounted there while it runs.
  public Path host() {
    return path.resolve("host");
  }

  /// The file that the node shows as `name`, an absolute path: its own, or for what it did not
  /// change in `/usr` this computer's. The node need not run.
  public Path file(String name) {
    Path relative = Path.of("/").relativize(Path.of(name).normalize());
    if (!relative.startsWith("usr")) {
      return host().resolve(relative.toString());
    }
    Path changed = path.resolve("usr/upper").resolve(Path.of("usr").relativize(relative));
    return Files.exists(changed) ? changed : Path.of(name);
  }

  /// Where the node keeps what belongs to the pod with this uid.
  public Path pod(String uid) {
    return host().resolve(podInNode(uid).substring(1));
  }

  /// The same folder as the node sees it.
  public static String podInNode(String uid) {
    return "/var/lib/kubelet/pods/" + uid;
  }

  /// What the service manager was told, one call a line; not there before the first.
  public Path systemctlLog() {
    return host().resolve("var/log/systemctl.log");
  }

  /// The calls of `service`, one a line; not there before the first.
  public Path serviceLog() {
    return host().resolve("var/log/service.log");
  }

  /// While this file is there, the node accepts reboots and does nothing.
  Path ignoresReboots() {
    return host().resolve("var/lib/sandbox/ignores-reboots");
  }

  /// The scripts that this computer runs on the node.
  Path scripts() {
    return path.resolve("scripts");
  }

  /// The file with the id of the node's present boot.
  Path bootId() {
    return path.resolve("boot-id");
  }
}
