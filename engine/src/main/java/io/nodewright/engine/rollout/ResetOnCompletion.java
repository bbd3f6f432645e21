package io.nodewright.engine.rollout;

/// What a NodeWright says about the reset of batch state on completion (05 §9).
public enum ResetOnCompletion {
  /// It says nothing: the policy's setting holds, else reset.
  BY_POLICY,
  /// It asks for the reset.
  YES,
  /// It asks for none.
  NO
}
