package io.nodewright.sandbox.kubelet;

import java.time.Instant;

/// How a container ended.
///
/// @param code its exit code; 128 + n when signal n ended it
/// @param reason the kubelet's word for it
/// @param message what it left in its termination log; may be empty
/// @param finishedAt when
/// @param lost whether it ended because its node went down under it
public record ContainerExit(
    int code, String reason, String message, Instant finishedAt, boolean lost) {
  private static final int LOST_CODE = 255;

  /// It ended by itself, or by a signal.
  public static ContainerExit of(int code, String message, Instant finishedAt) {
    return new ContainerExit(code, code == 0 ? "Completed" : "Error", message, finishedAt, false);
  }

  /// It needed more memory than it may have.
  public static ContainerExit outOfMemory(Instant finishedAt) {
    return new ContainerExit(137, "OOMKilled", "", finishedAt, false);
  }

  /// Its program could not be run at all.
  public static ContainerExit notStarted(String message, Instant finishedAt) {
    return new ContainerExit(128, "StartError", message, finishedAt, false);
  }

  /// Its node went down under it, as in a reboot.
  public static ContainerExit lost(Instant finishedAt) {
    return new ContainerExit(LOST_CODE, "Unknown", "", finishedAt, true);
  }

  /// The kubelet ended the pod and did not learn how this container ended.
  public static ContainerExit notLocated(Instant finishedAt) {
    return new ContainerExit(
        137,
        "ContainerStatusUnknown",
        "The container could not be located when the pod was terminated",
        finishedAt,
        false);
  }

  /// Whether it did what it should.
  public boolean succeeded() {
    return code == 0;
  }
}
