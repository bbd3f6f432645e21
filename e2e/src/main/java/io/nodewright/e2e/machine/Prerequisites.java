package io.nodewright.e2e.machine;

import io.nodewright.sandbox.process.HostPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether real nodes can run here.
public final class Prerequisites {
  private static final List<String> PROGRAMS =
      List.of(
          "apt-get",
          "dpkg-deb",
          "bash",
          "ip",
          "mount",
          "nsenter",
          "setpriv",
          "tar",
          "umount",
          "unshare");

  private Prerequisites() {}

  /// What is missing, each with what to do; empty when nothing is.
  public static List<String> missing() {
    List<String> missing = new ArrayList<>();
    if (!System.getProperty("user.name").equals("root")) {
      missing.add("root rights: nodes are made of mounts and network devices");
    }
    if (!Files.isDirectory(Path.of("/sys/fs/cgroup/memory"))) {
      missing.add(
          "cgroup v1, one hierarchy a controller: boot with systemd.unified_cgroup_hierarchy=0");
    }
    for (String program : PROGRAMS) {
      Optional<String> found = HostPrograms.find(program);
      if (found.isEmpty()) {
        missing.add("the program " + program);
      }
    }
    return missing;
  }
}
