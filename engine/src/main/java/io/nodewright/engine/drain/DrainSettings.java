package io.nodewright.engine.drain;

import java.time.Duration;

/// `spec.drainConfig` with its semantic defaults (04 §6.2).
///
/// @param disableEviction delete instead of evict
/// @param deleteEmptyDirData whether pods with `emptyDir` may go
/// @param force whether pods without a controller may go
/// @param ignoreDaemonSets whether DaemonSet pods are left alone
/// @param timeout bound of the whole drain; zero means none
/// @param gracePeriod grace of each pod; negative means the pod's own
public record DrainSettings(
    boolean disableEviction,
    boolean deleteEmptyDirData,
    boolean force,
    boolean ignoreDaemonSets,
    Duration timeout,
    Duration gracePeriod) {

  /// What holds where the spec says nothing.
  public static final DrainSettings DEFAULTS =
      new DrainSettings(false, true, true, true, Duration.ZERO, Duration.ofSeconds(-1));

  /// Whether the drain is bounded at all.
  public boolean bounded() {
    return timeout.isPositive();
  }
}
