package io.nodewright.api.admission;

import java.util.function.Function;

/// What the rules for NodeWrights ask beside the object itself.
///
/// @param recorded which nodes record which of its packages (V23, V25, W2, W9)
/// @param policies whether there is a DeploymentPolicy of that name, in the new group (V22, W6);
///   asked only for the policy that the object names
public record Surroundings(RecordedPackages recorded, Function<String, PolicyPresence> policies) {

  /// Nothing is recorded and every policy exists: what an object says is judged alone.
  public static final Surroundings NONE =
      new Surroundings(RecordedPackages.NONE, _ -> PolicyPresence.PRESENT);
}
