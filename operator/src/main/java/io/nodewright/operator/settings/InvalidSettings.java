package io.nodewright.operator.settings;

import java.util.List;

/// The environment holds values that the operator must not start with.
public final class InvalidSettings extends Exception {

  private static final long serialVersionUID = 1;

  private final List<String> problems;

  InvalidSettings(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /// Each bad variable as `NAME: "value" is …; use …`, in the order of contract 08 §4.
  public List<String> problems() {
    return problems;
  }
}
