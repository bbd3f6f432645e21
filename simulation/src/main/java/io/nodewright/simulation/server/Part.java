package io.nodewright.simulation.server;

/// Which part of an object a write is for; what it says of the other part is passed over.
public enum Part {
  /// Metadata and spec.
  OBJECT,
  /// The status.
  STATUS
}
