package io.nodewright.agent.process;

/// A child's end, and whether its output was taken whole.
///
/// @param ending how it ended
/// @param capture what became of its output
public record Followed(Ending ending, Capture capture) {

  /// What became of a child's output.
  public sealed interface Capture {

    /// Taken to its end.
    record Whole() implements Capture {}

    /// A process that the child left behind still holds it; capturing stopped (06 §6.2).
    record HeldOpen() implements Capture {}

    /// It could not be passed on; the child ran on regardless.
    ///
    /// @param cause in words
    record Lost(String cause) implements Capture {}
  }
}
