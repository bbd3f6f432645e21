package io.nodewright.simulation.operator;

import io.nodewright.engine.Decision;
import java.time.Instant;

/// Told of every decision, for traces: nothing is judged by it.
@FunctionalInterface
public interface DecisionListener {

  /// Listens to nothing.
  DecisionListener NONE = (_, _) -> {};

  /// A pass decided.
  void decided(Instant at, Decision decision);
}
