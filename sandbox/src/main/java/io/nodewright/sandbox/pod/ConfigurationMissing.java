package io.nodewright.sandbox.pod;

/// Something that a Pod refers to is not there; it may still come.
final class ConfigurationMissing extends Exception {
  /// @param message what is missing, as a kubelet says it
  ConfigurationMissing(String message) {
    super(message);
  }
}
