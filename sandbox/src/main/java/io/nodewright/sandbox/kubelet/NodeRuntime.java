package io.nodewright.sandbox.kubelet;

/// What the kubelet knows of one of its nodes.
///
/// @param name the node's name
/// @param address the node's address, which its pods report as theirs
/// @param runtime runs its containers
/// @param faults what goes wrong on it
public record NodeRuntime(
    String name, String address, ContainerRuntime runtime, KubeletFaults faults) {}
