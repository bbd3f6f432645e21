package io.nodewright.engine.snapshot;

import io.nodewright.engine.rollout.CompartmentSpec;
import java.util.List;

/// A DeploymentPolicy as it was seen (01 §5).
///
/// @param name its name
/// @param defaults the compartment `__default__`
/// @param compartments the named ones
/// @param resetOnCompletion `resetBatchStateOnCompletion`
public record PolicyView(
    String name,
    CompartmentSpec defaults,
    List<CompartmentSpec> compartments,
    boolean resetOnCompletion) {

  /// Copies the compartments.
  public PolicyView {
    compartments = List.copyOf(compartments);
  }
}
