package io.nodewright.packages.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Who is who in a user namespace. With root rights every id is itself; without, root inside is the
/// user outside and there is no one else. Either way root inside is nobody special here.
final class UserIds {

  private static final String ALL = "0 0 4294967295";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// What commonly forbids user namespaces, and what lifts it.
  private static final List<List<String>> SETTINGS =
      List.of(
          List.of("kernel/unprivileged_userns_clone", "0", "1"),
          List.of("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
          List.of("user/max_user_namespaces", "0", "15000"));

  private UserIds() {}

  /// Writes the ids of the namespace that `process` makes for itself.
  ///
  /// @throws IOException when it makes none, with what to do about it
  static void map(Process process) throws IOException {
    Path there = Path.of("/proc", Long.toString(process.pid()));
    awaitNamespace(process, there);
    String user = id("unix:uid");
    if (user.equals("0")) {
      Files.writeString(there.resolve("uid_map"), ALL);
      Files.writeString(there.resolve("gid_map"), ALL);
    } else {
      Files.writeString(there.resolve("setgroups"), "deny");
      Files.writeString(there.resolve("uid_map"), "0 %s 1".formatted(user));
      Files.writeString(there.resolve("gid_map"), "0 %s 1".formatted(id("unix:gid")));
    }
  }

  /// What to do where user namespaces are forbidden; empty when no setting says so.
  static String advice() {
    StringBuilder advice = new StringBuilder();
    for (List<String> setting : SETTINGS) {
      Path file = Path.of("/proc/sys", setting.getFirst());
      try {
        if (Files.readString(file).strip().equals(setting.get(1))) {
          String name = setting.getFirst().replace('/', '.');
          advice.append("; as root: sysctl -w ").append(name).append('=').append(setting.get(2));
        }
      } catch (IOException e) {
        // This kernel has no such setting.
      }
    }
    return advice.toString();
  }

  private static void awaitNamespace(Process process, Path there) throws IOException {
    String ours = namespace(Path.of("/proc/self"), "");
    Instant end = Instant.now().plus(PATIENCE);
    while (namespace(there, ours).equals(ours)) {
      if (!process.isAlive() || Instant.now().isAfter(end)) {
        throw new IOException(
            "a trial needs a user namespace, and this computer gives none" + advice());
      }
      Thread.onSpinWait();
    }
  }

  private static String namespace(Path process, String otherwise) {
    try {
      return Files.readSymbolicLink(process.resolve("ns/user")).toString();
    } catch (IOException e) {
      return otherwise;
    }
  }

  private static String id(String attribute) throws IOException {
    return String.valueOf(Files.getAttribute(Path.of("/proc/self"), attribute));
  }
}
