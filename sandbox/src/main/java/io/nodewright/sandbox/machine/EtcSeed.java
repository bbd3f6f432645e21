package io.nodewright.sandbox.machine;

import io.nodewright.sandbox.process.FolderCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/// What a root folder needs beside `/usr` before programs run in it.
public final class EtcSeed {
  /// What programs of `/usr` look for: their libraries, who is who, and what the links of the
  /// package manager lead through. Nothing secret.
  private static final List<String> COPIED =
      List.of(
          "bash.bashrc",
          "bashrc",
          "debian_version",
          "group",
          "inputrc",
          "ld.so.cache",
          "ld.so.conf",
          "ld.so.conf.d",
          "localtime",
          "login.defs",
          "nsswitch.conf",
          "os-release",
          "passwd",
          "profile",
          "protocols",
          "services",
          "shells");

  /// Units that the node's service manager knows; a package may add others. See `systemctl.sh`.
  private static final List<String> UNITS =
      List.of("containerd", "cron", "kubelet", "procps", "rsyslog", "ssh");

  private static final List<String> MERGED = List.of("bin", "sbin", "lib", "lib64", "lib32");

  private EtcSeed() {}

  /// Fills `root`, unless it has been filled before.
  public static void plant(Path root) throws IOException {
    Path etc = root.resolve("etc");
    if (Files.exists(etc)) {
      return;
    }
    for (String folder :
        List.of("home", "media", "mnt", "opt", "proc", "root", "run", "srv", "sys", "tmp", "usr")) {
      Files.createDirectories(root.resolve(folder));
    }
    for (String folder : List.of("var/lib", "var/log", "var/cache", "var/spool", "var/tmp")) {
      Files.createDirectories(root.resolve(folder));
    }
    for (String shared : List.of("tmp", "var/tmp")) {
      Files.setAttribute(root.resolve(shared), "unix:mode", 01777);
    }
    Files.createSymbolicLink(root.resolve("var/run"), Path.of("/run"));
    for (String name : MERGED) {
      if (Files.exists(Path.of("/usr", name), LinkOption.NOFOLLOW_LINKS)) {
        Files.createSymbolicLink(root.resolve(name), Path.of("usr", name));
      }
    }
    Path unfinished = Files.createDirectories(root.resolve("etc.new"));
    for (String name : COPIED) {
      copy(name, unfinished);
    }
    copyAlternatives(unfinished);
    copyJava(unfinished);
    plantUnits(unfinished.resolve("systemd/system"));
    Files.writeString(unfinished.resolve("fstab"), "");
    Files.writeString(unfinished.resolve("resolv.conf"), "");
    Files.move(unfinished, etc);
  }

  private static void plantUnits(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String unit : UNITS) {
      Files.writeString(
          folder.resolve(unit + ".service"),
          "[Unit]\nDescription=%s of a sandbox node\n".formatted(unit));
    }
  }

  /// Names the host of `root`.
  static void nameHost(Path root, String name) throws IOException {
    Files.writeString(root.resolve("etc/hostname"), name + "\n");
    Files.writeString(root.resolve("etc/hosts"), "127.0.0.1 localhost\n127.0.1.1 " + name + "\n");
  }

  private static void copy(String name, Path to) throws IOException {
    Path from = Path.of("/etc", name);
    if (Files.exists(from, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(from)) {
      FolderCopy.of(from, to.resolve(name));
    }
  }

  /// The links that commands such as awk lead through; those of manual pages are many and lead
  /// nowhere here.
  private static void copyAlternatives(Path to) throws IOException {
    Path alternatives = Path.of("/etc/alternatives");
    if (!Files.isDirectory(alternatives)) {
      return;
    }
    Path copies = Files.createDirectories(to.resolve("alternatives"));
    try (var links =
        Files.newDirectoryStream(alternatives, link -> !link.toString().endsWith(".gz"))) {
      for (Path link : links) {
        FolderCopy.of(link, copies.resolve(link.getFileName().toString()));
      }
    }
  }

  /// Some distributions keep the settings of a JDK in /etc.
  private static void copyJava(Path to) throws IOException {
    try (var found = Files.newDirectoryStream(Path.of("/etc"), "java*")) {
      for (Path folder : found) {
        copy(folder.getFileName().toString(), to);
      }
    }
  }
}
