package io.nodewright.engine.status;

import java.time.Instant;

/// Since when something holds, as far as the cluster tells.
public sealed interface Since {

  /// A known time.
  record At(Instant time) implements Since {}

  /// Nothing in the cluster tells.
  record Unknown() implements Since {}
}
