package io.nodewright.engine.rollout;

/// A group of nodes with its own batches (05 §2.2).
///
/// @param name unique in its policy; [#DEFAULT] for the rest
/// @param selector which nodes; not looked at for the default compartment
/// @param budget its ceiling
/// @param strategy how its batches grow
public record CompartmentSpec(
    String name, LabelSelector selector, Budget budget, Strategy strategy) {

  /// Name of the compartment of nodes that no other one matches.
  public static final String DEFAULT = "__default__";
}
