package io.nodewright.operator.act;

import java.time.Duration;

/// How a thread waits; tests wait in no time.
interface Pauses {

  /// Waits for that long.
  ///
  /// @throws InterruptedException when the thread was interrupted
  void pause(Duration duration) throws InterruptedException;
}
