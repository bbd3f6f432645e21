package io.nodewright.cli.console;

/// Ends a command whose errors have been printed already, line by line (contract 07 §9, partial
/// failure).
public final class Told extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private final int code;

  /// @param code the exit code
  public Told(int code) {
    super("told", null, false, false);
    this.code = code;
  }

  /// The exit code.
  public int code() {
    return code;
  }
}
