package io.nodewright.engine.lifecycle;

/// What a Job is for: the claim that its name makes (03 §2).
///
/// @param nodeWright the NodeWright's name
/// @param ref package and version; of an interrupt Job, the winner's
/// @param stage the stage it runs
/// @param node the full node name
public record JobKey(String nodeWright, PackageRef ref, Stage stage, String node) {}
