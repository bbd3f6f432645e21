package io.nodewright.agent.interrupt;

import io.nodewright.agent.host.HostRoot;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Detail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/// What the host's kernel calls its present boot; another id proves a reboot (06 §11.1).
final class BootId {

  private static final String FILE = "/proc/sys/kernel/random/boot_id";

  private BootId() {}

  /// The id of the running boot.
  ///
  /// @throws AgentFailure when it cannot be read or is empty; no reboot could be proven then (B52)
  static String of(HostRoot root) throws AgentFailure {
    String id;
    try {
      id = new String(Files.readAllBytes(root.resolve(FILE)), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw failure("host boot id cannot be read: " + Causes.of(e));
    }
    if (id.isEmpty()) {
      throw failure("host boot id is empty");
    }
    return id;
  }

  private static AgentFailure failure(String text) {
    return AgentFailure.ofInterrupt("node_restart", text, List.of(Detail.of("file", FILE)));
  }
}
