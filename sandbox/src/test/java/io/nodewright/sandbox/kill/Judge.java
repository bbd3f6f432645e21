package io.nodewright.sandbox.kill;

/// Says what happens to each write.
interface Judge {

  /// What happens to a write that has just come.
  Fate fate(Write write);

  /// A write that dies after is stored.
  void stored(Write write);

  /// A write that dies after was refused by the API server: it is none; its answer goes back.
  void refused(Write write);

  /// Returns when the operator that sent what is held is dead.
  void awaitDeath() throws InterruptedException;
}
