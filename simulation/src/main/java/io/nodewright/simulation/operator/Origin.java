package io.nodewright.simulation.operator;

/// How the operator learned of a change.
enum Origin {
  /// From a watch or a list.
  WATCHED,
  /// From the answer to a request of its own.
  ANSWERED
}
