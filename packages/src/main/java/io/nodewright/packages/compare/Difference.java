package io.nodewright.packages.compare;

/// One thing that is otherwise.
///
/// @param sign `+` came, `-` went, `~` changed
/// @param subject what it is of: `version`, `name`, `key`, `step` or `file`
/// @param what which one
/// @param detail how it changed; may be empty
public record Difference(String sign, String subject, String what, String detail) {

  /// For people.
  public String line() {
    return (sign + " " + subject + " " + what + (detail.isEmpty() ? "" : ": " + detail));
  }
}
