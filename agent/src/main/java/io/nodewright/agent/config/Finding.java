package io.nodewright.agent.config;

/// One thing to say about a config.json.
///
/// @param level whether the package is refused for it
/// @param pointer where: a JSON pointer, empty for the document
/// @param text what
public record Finding(Level level, String pointer, String text) {

  /// How bad it is.
  public enum Level {
    ERROR,
    WARN
  }

  /// `<pointer>: <text>`, or the text alone for the document.
  public String line() {
    return pointer.isEmpty() ? text : pointer + ": " + text;
  }
}
