package io.nodewright.sandbox.controlplane;

import java.util.ArrayList;
import java.util.List;

/// From where a control plane is reached.
///
/// @param address of this computer, where nodes find the API server; empty when everything that
///   asks it is on this computer
/// @param services the addresses of Services, as a network in CIDR notation
public record Reach(String address, String services) {
  /// This computer alone.
  public static final Reach HERE = new Reach("", "198.19.255.0/24");

  /// Real nodes, with kubelets that the API server asks in turn.
  public boolean nodes() {
    return !address.isEmpty();
  }

  /// Names and addresses of the API server, as its certificate has them.
  List<String> names() {
    List<String> names =
        new ArrayList<>(List.of("IP:127.0.0.1", "DNS:localhost", "DNS:kubernetes.default.svc"));
    if (nodes()) {
      names.add("IP:" + address);
      // The first address of Services is that of the Service "kubernetes".
      names.add("IP:" + services.replaceAll("\\.0/.*$", ".1"));
      names.add("DNS:kubernetes.default");
    }
    return names;
  }
}
