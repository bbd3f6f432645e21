package io.nodewright.e2e.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who has which address, and what nodes are told of it.
class AddressesTest {
  @TempDir private Path folder;

  @Test
  @DisplayName("nodes, their Pods and Services have networks of their own")
  void apart() {
    assertEquals("10.233.0.11", Addresses.node(1));
    assertEquals("10.233.1.0/24", Addresses.pods(1));
    assertEquals("10.233.255.0/24", Addresses.SERVICES);
  }

  @Test
  @DisplayName(
      "a node's files name its Pods' network, its pause image and the registry without TLS")
  void files() throws IOException {
    NodeFiles.write(folder, 2, "10.233.0.1:5000", "local/pause:1");
    assertTrue(read("cni/10-nodewright.conflist").contains("\"10.233.2.0/24\""));
    assertTrue(read("containerd.toml").contains("sandbox_image = \"local/pause:1\""));
    assertTrue(read("certs.d/10.233.0.1:5000/hosts.toml").contains("\"http://10.233.0.1:5000\""));
    assertTrue(read("kube-proxy.yaml").contains("clusterCIDR: 10.233.0.0/16"));
  }

  private String read(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }
}
