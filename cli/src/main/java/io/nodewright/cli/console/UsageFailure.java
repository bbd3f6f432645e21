package io.nodewright.cli.console;

/// Wrong words on the command line: the error line is followed by the usage line (CE17).
public final class UsageFailure extends Failure {

  private static final long serialVersionUID = 1L;

  /// @param message as in [Failure]
  public UsageFailure(String message) {
    super(message);
  }
}
