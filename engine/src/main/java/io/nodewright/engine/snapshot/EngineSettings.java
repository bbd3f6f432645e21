package io.nodewright.engine.snapshot;

import io.nodewright.engine.rollout.Taint;
import java.time.Duration;

/// The operator's settings that decisions depend on (08 §4).
///
/// @param agentImage default agent image
/// @param operatorVersion `v`-prefixed version of this operator
/// @param runtimeRequiredTaint the configured taint
/// @param legacyEnabled whether the legacy taint is handled
/// @param reapplyOnReboot whether a reboot resets a node's record
/// @param stageTimeout default bound of a stage; zero for none
/// @param backoffLimit retries after the first attempt
/// @param ttlSucceeded how long a complete Job is kept
/// @param ttlFailed how long a failed Job is kept
/// @param idleInterval longest pause between passes
public record EngineSettings(
    String agentImage,
    String operatorVersion,
    Taint runtimeRequiredTaint,
    boolean legacyEnabled,
    boolean reapplyOnReboot,
    Duration stageTimeout,
    int backoffLimit,
    Duration ttlSucceeded,
    Duration ttlFailed,
    Duration idleInterval) {

  /// What an operator has that is told nothing but its agent image (08 §4).
  public static EngineSettings standard(String agentImage, String operatorVersion) {
    return new EngineSettings(
        agentImage,
        operatorVersion,
        new Taint("nodewright.nvidia.com", "runtime-required", "NoSchedule"),
        true,
        false,
        Duration.ofHours(1),
        3,
        Duration.ofHours(1),
        Duration.ofHours(24),
        Duration.ofMinutes(10));
  }
}
