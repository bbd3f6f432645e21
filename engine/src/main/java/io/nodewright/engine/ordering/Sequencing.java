package io.nodewright.engine.ordering;

/// How a NodeWright holds back later ones (05 §12.2).
public enum Sequencing {
  /// Each node moves on by itself.
  NODE,
  /// No node starts a later priority until every node in scope is complete.
  ALL
}
