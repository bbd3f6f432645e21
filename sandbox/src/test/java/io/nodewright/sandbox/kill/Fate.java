package io.nodewright.sandbox.kill;

/// What happens to a write on its way.
enum Fate {
  /// It goes on to the API server and its answer back.
  PASSES,
  /// The operator is killed before the API server has it.
  DIES_BEFORE,
  /// The operator is killed after it is stored, before the answer.
  DIES_AFTER
}
