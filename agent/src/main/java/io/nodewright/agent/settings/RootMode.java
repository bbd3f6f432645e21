package io.nodewright.agent.settings;

/// How the agent enters the host (06 §18).
public enum RootMode {
  /// Root is changed into ROOT for on-host steps: every real node.
  CHROOT,
  /// Root is never changed and on-host steps run with prefixed paths: sandbox nodes and tests only.
  PREFIX
}
