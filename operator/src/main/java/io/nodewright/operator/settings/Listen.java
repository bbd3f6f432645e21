package io.nodewright.operator.settings;

/// Where a server of this process listens.
public sealed interface Listen {

  /// Nowhere: the server is switched off.
  record Nowhere() implements Listen {}

  /// At an address.
  ///
  /// @param host name or address; empty for all addresses
  /// @param port 1 to 65535
  record At(String host, int port) implements Listen {}
}
