package io.nodewright.sandbox.node;

import java.util.Map;
import java.util.TreeMap;

/// Who a node of the sandbox is.
///
/// @param name its name in the cluster
/// @param number its number in the sandbox, from 0, which its address is made of
/// @param labels labels beside those that every node has
/// @param bootId the id of its present boot
/// @param runtime what runs its containers, as in `sandbox://1`
public record NodeIdentity(
    String name, int number, Map<String, String> labels, String bootId, String runtime) {
  private static final int PER_BLOCK = 250;

  public NodeIdentity {
    labels = new TreeMap<>(labels);
  }

  /// Its address, from the block that is set aside for tests of networks: nothing real has it.
  public String address() {
    return "198.18.%d.%d".formatted(number / PER_BLOCK, number % PER_BLOCK + 1);
  }

  /// The same node after another boot.
  public NodeIdentity rebooted(String newBootId) {
    return new NodeIdentity(name, number, labels, newBootId, runtime);
  }
}
