package io.nodewright.simulation.server;

/// Something that can be ended.
@FunctionalInterface
public interface Subscription {
  /// Ends it; nothing is told any more.
  void end();
}
