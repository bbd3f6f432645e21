package io.nodewright.operator.settings;

import java.net.InetSocketAddress;

/// Where a server of this process listens.
public sealed interface Listen {

  /// Nowhere: the server is switched off.
  record Nowhere() implements Listen {}

  /// At an address.
  ///
  /// @param host name or address; empty for all addresses
  /// @param port 1 to 65535
  record At(String host, int port) implements Listen {

    /// The same for a server to bind.
    public InetSocketAddress address() {
      return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    }
  }
}
