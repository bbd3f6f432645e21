package io.nodewright.agent;

import java.nio.file.Path;

/// Files of the container the agent runs in. Fixed in reality; tests give their own.
///
/// @param hostMount where the host's `/` is mounted when no argument says so (06 §2)
/// @param resolvConf copied to the host when `COPY_RESOLV` says so (06 §10)
/// @param nodeFiles laid over a COPY that the agent fills (06 §10)
/// @param terminationLog gets the cause of a failure (06 §4)
public record Container(String hostMount, Path resolvConf, Path nodeFiles, Path terminationLog) {

  /// Where they are in the agent's image.
  public static Container real() {
    return new Container(
        "/root",
        Path.of("/etc/resolv.conf"),
        Path.of("/etc/nvidia-bootstrap/node-files"),
        Path.of("/dev/termination-log"));
  }
}
