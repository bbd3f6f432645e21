package io.nodewright.e2e.machine;

import io.nodewright.images.process.ChildProcess;
import java.io.IOException;
import java.util.List;

/// The network that joins nodes and this computer. What has no better route there is unreachable,
/// so that nothing meant for a Pod leaves this computer.
public final class Bridge implements AutoCloseable {
  /// The bridge's name, from which those of cables and cgroups are made.
  public static final String NAME = "nwe2e";

  private Bridge() {}

  /// Puts it up; one that is left over goes first.
  public static Bridge up() throws IOException {
    Bridge bridge = new Bridge();
    bridge.close();
    ip("route", "add", "unreachable", Addresses.ALL);
    ip("link", "add", NAME, "type", "bridge");
    ip("address", "add", Addresses.HERE + "/24", "dev", NAME);
    ip("link", "set", NAME, "up");
    return bridge;
  }

  @Override
  public void close() {
    quietly("link", "delete", NAME);
    quietly("route", "delete", "unreachable", Addresses.ALL);
  }

  private static void ip(String... words) throws IOException {
    new ChildProcess(List.of(("ip " + String.join(" ", words)).split(" ", -1))).run();
  }

  private static void quietly(String... words) {
    try {
      ip(words);
    } catch (IOException _) {
      // it was not there
    }
  }
}
