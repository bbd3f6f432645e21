package io.nodewright.api.job;

import io.nodewright.engine.rollout.Taint;

/// What an operator's settings say about the Jobs and ConfigMaps that it writes (08 §4).
///
/// @param namespace where they live
/// @param agentImage default agent
/// @param copyDirRoot host directory that packages are copied to
/// @param agentLogRoot host directory of the agent's logs
/// @param imagePullSecret of package Pods; empty for none
/// @param interruptMemory memory of an interrupt's container, a quantity as written
/// @param runtimeRequiredTaint the configured taint
/// @param legacyEnabled whether the older group's taint is tolerated too
public record JobSettings(
    String namespace,
    String agentImage,
    String copyDirRoot,
    String agentLogRoot,
    String imagePullSecret,
    String interruptMemory,
    Taint runtimeRequiredTaint,
    boolean legacyEnabled) {}
