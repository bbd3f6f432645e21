package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/// Who is asked before a write is stored, as an admission webhook is: on creation and on changes of
/// metadata or spec, and on deletion; not on status.
@FunctionalInterface
public interface Admission {

  /// Allows everything.
  Admission OPEN = (_, _, _) -> {};

  /// Lets the write pass, or not.
  ///
  /// @param before null on creation
  /// @param after null on deletion
  /// @throws ApiFailure when it is refused, usually with 403 or 422
  void check(Kind<?> kind, @Nullable HasMetadata before, @Nullable HasMetadata after);
}
