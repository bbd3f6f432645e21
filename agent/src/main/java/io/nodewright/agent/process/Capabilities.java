package io.nodewright.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What the kernel lets this process do.
public final class Capabilities {

  private static final int CAP_SYS_CHROOT = 18;

  private Capabilities() {}

  /// Whether the process may change root (06 B13). False when the kernel does not say.
  public static boolean mayChangeRoot() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("CapEff:")) {
          long set = Long.parseUnsignedLong(line.substring("CapEff:".length()).strip(), 16);
          return (set >> CAP_SYS_CHROOT & 1) == 1;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }
}
