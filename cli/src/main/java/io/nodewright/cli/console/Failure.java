package io.nodewright.cli.console;

/// Ends a command with one line `Error: …` and exit code 1 (contract 07 §9, §13).
public class Failure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /// @param message where, what, and what to do next; one line, without the word "Error"
  public Failure(String message) {
    super(message, null, false, false);
  }

  /// The line without its prefix.
  public String line() {
    return String.valueOf(getMessage());
  }
}
