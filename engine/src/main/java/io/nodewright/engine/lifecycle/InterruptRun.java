package io.nodewright.engine.lifecycle;

/// What only an interrupt Job tells.
///
/// @param interrupt what it runs; none for a package stage, or where that cannot be read
/// @param cause why it was ended for its restarts, as its container told last; empty when it was
///   not
/// @param resourceId its `SKYHOOK_RESOURCE_ID`, under which a host runs it once; empty for a
///   package stage
public record InterruptRun(Interrupt interrupt, String cause, String resourceId) {
  /// Of a package stage's Job.
  public static final InterruptRun NONE = new InterruptRun(new Interrupt.None(), "", "");

  /// Whether it reboots its node.
  public boolean reboots() {
    return interrupt instanceof Interrupt.Of(Interrupt.Type type, var _)
        && type == Interrupt.Type.REBOOT;
  }
}
