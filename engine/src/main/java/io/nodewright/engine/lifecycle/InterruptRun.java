package io.nodewright.engine.lifecycle;

/// What only an interrupt Job tells.
///
/// @param interrupt what it runs; none for a package stage, or where that cannot be read
/// @param cause why it was ended for its restarts, as its container told last; empty when it was
///   not
public record InterruptRun(Interrupt interrupt, String cause) {
  /// Of a package stage's Job.
  public static final InterruptRun NONE = new InterruptRun(new Interrupt.None(), "");
}
