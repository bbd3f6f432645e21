package io.nodewright.packages.trial;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/// What a root folder needs beside `/usr` before programs run in it.
final class HostSeed {

  /// What programs of `/usr` look for: their libraries, who is who, and what the links of the
  /// package manager lead through. Nothing secret.
  private static final List<String> COPIED =
      List.of(
          "alternatives",
          "group",
          "ld.so.cache",
          "ld.so.conf",
          "ld.so.conf.d",
          "nsswitch.conf",
          "os-release",
          "passwd",
          "protocols",
          "services");

  private static final List<String> MERGED = List.of("bin", "sbin", "lib", "lib64", "lib32");

  private HostSeed() {}

  /// Fills `root`.
  static void plant(Path root) throws IOException {
    for (String folder :
        List.of(
            "dev",
            "etc",
            "home",
            "mnt",
            "opt",
            "proc",
            "root",
            "run/lock",
            "srv",
            "sys",
            "tmp",
            "usr",
            "var/cache",
            "var/lib",
            "var/log",
            "var/spool",
            "var/tmp")) {
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
    Path etc = root.resolve("etc");
    for (String name : COPIED) {
      copy(Path.of("/etc", name), etc.resolve(name));
    }
    Files.writeString(etc.resolve("hostname"), "trial\n");
    Files.writeString(etc.resolve("hosts"), "127.0.0.1 localhost\n127.0.1.1 trial\n");
    Files.writeString(etc.resolve("fstab"), "");
  }

  /// Puts stand-ins for what acts on a real host into `folder`.
  static void standIns(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String name : List.of("systemctl", "service", "reboot")) {
      try (InputStream in = HostSeed.class.getResourceAsStream(name + ".sh")) {
        if (in == null) {
          throw new IllegalStateException(name + ".sh: no such stand-in");
        }
        Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
      Files.setPosixFilePermissions(
          folder.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (!Files.exists(from, LinkOption.NOFOLLOW_LINKS) || !Files.isReadable(from)) {
      return;
    }
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        // The links of manual pages are many and lead nowhere here.
        if (!each.toString().endsWith(".gz")) {
          Path copy = to.resolve(from.relativize(each).toString());
          Files.copy(each, copy.normalize(), LinkOption.NOFOLLOW_LINKS);
        }
      }
    }
  }
}
