package io.nodewright.engine.interrupt;

import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.PackageRef;

/// A package that owes an interrupt together with others of its node (LM1).
///
/// @param ref which package
/// @param owed what it owes
/// @param standing how far it is
public record Member(PackageRef ref, Interrupt.Of owed, Standing standing) {

  /// How far a member is.
  public enum Standing {
    /// Its stages before the interrupt run, retry, or wait their turn: it holds the others.
    BUSY,
    /// It waits at the interrupt and runs nothing meanwhile (LM3).
    READY,
    /// It is recorded at the interrupt, and no Job stands for that (LM10).
    BEGUN
  }
}
