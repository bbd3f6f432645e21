package io.nodewright.e2e.machine;

import io.nodewright.images.debian.DebianPackage;
import io.nodewright.images.debian.DebianPackages;
import io.nodewright.images.debian.DebianRoot;
import io.nodewright.images.process.Folders;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// What all nodes have as their root, under what each writes: Debian packages with a container
/// runtime among them. Made once and kept.
public final class NodeRoot {
  private static final List<String> PACKAGES =
      List.of(
          "base-files",
          "base-passwd",
          "bash",
          "containerd",
          "containernetworking-plugins",
          "coreutils",
          "dash",
          "diffutils",
          "findutils",
          "grep",
          "hostname",
          "iproute2",
          "iptables",
          "kmod",
          "mawk",
          "mount",
          "procps",
          "runc",
          "sed",
          "util-linux");

  /// What Debian would choose when it configures the package.
  private static final List<String> FIREWALL =
      List.of(
          "iptables",
          "iptables-save",
          "iptables-restore",
          "ip6tables",
          "ip6tables-save",
          "ip6tables-restore");

  private NodeRoot() {}

  /// The folder; `keep` has it from one run to the next.
  public static Path in(Path keep) throws IOException {
    List<DebianPackage> packages = new DebianPackages(keep.resolve("debian")).fetch(PACKAGES);
    StringBuilder all = new StringBuilder();
    packages.forEach(one -> all.append(one.file().getFileName()).append('\n'));
    String key =
        Packing.digest(all.toString().getBytes(StandardCharsets.UTF_8))
            .substring("sha256:".length(), "sha256:".length() + 12);
    Path root = keep.resolve("node-root-" + key);
    if (!Files.isDirectory(root)) {
      removeOthers(keep);
      Path draft = Folders.empty(keep.resolve("draft"));
      DebianRoot.unpack(packages, draft);
      configure(draft);
      Files.move(draft, root, StandardCopyOption.ATOMIC_MOVE);
    }
    return root;
  }

  private static void configure(Path root) throws IOException {
    Path etc = Files.createDirectories(root.resolve("etc"));
    Path users = root.resolve("usr/share/base-passwd");
    Files.copy(users.resolve("passwd.master"), etc.resolve("passwd"));
    Files.copy(users.resolve("group.master"), etc.resolve("group"));
    Path programs = root.resolve("usr/sbin");
    for (String name : FIREWALL) {
      Files.deleteIfExists(programs.resolve(name));
      Files.createSymbolicLink(programs.resolve(name), Path.of("xtables-nft-multi"));
    }
    Files.createSymbolicLink(root.resolve("usr/bin/awk"), Path.of("mawk"));
  }

  private static void removeOthers(Path keep) throws IOException {
    try (DirectoryStream<Path> older = Files.newDirectoryStream(keep, "node-root-*")) {
      for (Path one : older) {
        Folders.remove(one);
      }
    }
  }
}
