package io.nodewright.sandbox.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Words why this computer does not let a user make namespaces.
final class Refusal {
  /// What commonly forbids user namespaces: a setting, the value that allows, and how to change it.
  private static final List<Setting> SETTINGS =
      List.of(
          new Setting("kernel/unprivileged_userns_clone", "1"),
          new Setting("kernel/apparmor_restrict_unprivileged_userns", "0"),
          new Setting("user/max_user_namespaces", "15000"));

  private Refusal() {}

  /// The error for a user who may not, from what `unshare` said.
  static String text(String problem) {
    StringBuilder text =
        new StringBuilder(
            "nodes need root or user namespaces, and this user may not make any: " + problem);
    for (Setting setting : SETTINGS) {
      if (setting.forbids()) {
        text.append(
            "%n%s is %s here; as root: sysctl -w %s=%s"
                .formatted(
                    setting.sysctl(), setting.value(), setting.sysctl(), setting.allowing()));
      }
    }
    return text.append(
            "%nIn a container: allow the system calls unshare, setns and mount (seccomp), or run as root."
                .formatted())
        .toString();
  }

  private record Setting(String path, String allowing) {
    private String sysctl() {
      return path.replace('/', '.');
    }

    private String value() {
      try {
        return Files.readString(Path.of("/proc/sys", path)).strip();
      } catch (IOException e) {
        return "";
      }
    }

    private boolean forbids() {
      String value = value();
      boolean zeroForbids = !allowing.equals("0");
      return !value.isEmpty() && (zeroForbids ? value.equals("0") : !value.equals("0"));
    }
  }
}
