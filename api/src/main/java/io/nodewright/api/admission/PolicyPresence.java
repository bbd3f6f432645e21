package io.nodewright.api.admission;

/// Whether a DeploymentPolicy is there.
public enum PolicyPresence {
  /// It is.
  PRESENT,
  /// It is not.
  MISSING,
  /// The look-up failed.
  UNKNOWN
}
