package io.nodewright.agent.json;

/// Why a text is not taken as JSON: `not JSON: line 1, column 3: …`, `too large` or `nested too
/// deeply`.
public final class JsonFault extends Exception {

  private static final long serialVersionUID = 1L;

  JsonFault(String message) {
    super(message, null, false, false);
  }

  static JsonFault notJson(int line, int column, String reason) {
    return new JsonFault("not JSON: line " + line + ", column " + column + ": " + reason);
  }

  /// The reason; never null.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
