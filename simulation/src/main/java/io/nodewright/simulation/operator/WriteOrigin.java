package io.nodewright.simulation.operator;

import java.time.Instant;
import java.util.function.Supplier;

/// When the write that the API server serves at this moment was decided. A write may land long
/// after its decision, and may only be judged by what could be known then.
public final class WriteOrigin {

  private Instant decidedAt = Instant.MAX;

  /// When it was decided; the far future while no operator writes.
  public Instant decidedAt() {
    return decidedAt;
  }

  <T> T served(Instant decision, Supplier<T> write) {
    decidedAt = decision;
    try {
      return write.get();
    } finally {
      decidedAt = Instant.MAX;
    }
  }
}
