package io.nodewright.operator.settings;

/// A value that its rule does not allow.
final class BadValue extends Exception {

  private static final long serialVersionUID = 1;

  /// @param is what the value is, such as `shorter than 1m`
  /// @param use what would be right, such as `1m or more, e.g. 24h`
  BadValue(String is, String use) {
    super("is " + is + "; use " + use);
  }

  String problem() {
    return String.valueOf(getMessage());
  }
}
