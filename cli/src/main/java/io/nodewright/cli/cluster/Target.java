package io.nodewright.cli.cluster;

/// Where a connection comes from, as the caller has said (contract 07 §3).
///
/// @param kubeconfig path of one file; empty for kubectl's own rules
/// @param context name of a context; empty for the current one
public record Target(String kubeconfig, String context) {}
