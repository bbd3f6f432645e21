package io.nodewright.sandbox.controlplane;

import java.nio.file.Path;
import java.time.Duration;

/// What a control plane is started with.
///
/// @param folder the sandbox's folder, for data, keys, logs and pid files
/// @param binaries the folder with the programs
/// @param nodeGrace how long a node may say nothing before it counts as not ready
/// @param audit whether the API server writes down each request, in [#auditLog]
/// @param scheduler whether Pods are placed on nodes
/// @param reach from where it is reached
public record ControlPlaneSettings(
    Path folder, Path binaries, Duration nodeGrace, boolean audit, boolean scheduler, Reach reach) {

  /// One JSON object a line for each answered request, without bodies.
  public Path auditLog() {
    return folder.resolve("logs/audit.log");
  }

  Path auditPolicy() {
    return folder.resolve("audit-policy.yaml");
  }
}
