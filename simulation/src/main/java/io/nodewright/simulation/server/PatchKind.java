package io.nodewright.simulation.server;

/// The forms of a patch.
public enum PatchKind {
  /// JSON Patch (RFC 6902): a list of operations, all or none.
  JSON,
  /// JSON Merge Patch (RFC 7386).
  MERGE,
  /// Kubernetes' strategic merge: lists with a merge key are merged by it.
  STRATEGIC
}
