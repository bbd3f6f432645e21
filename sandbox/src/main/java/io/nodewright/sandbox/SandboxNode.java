package io.nodewright.sandbox;

import io.nodewright.sandbox.machine.Host;
import io.nodewright.sandbox.machine.Machine;
import java.nio.file.Path;
import java.util.Optional;

/// A node of the sandbox that has a host of its own.
public final class SandboxNode {
  private final String name;
  private final Host host;

  SandboxNode(String name, Host host) {
    this.name = name;
    this.host = host;
  }

  /// Its name in the cluster.
  public String name() {
    return name;
  }

  /// Its root folder on this computer: `/etc`, `/var` and the rest are there, `/usr` is empty. Use
  /// [#file] for files in `/usr`.
  public Path root() {
    return host.folder().host();
  }

  /// The file that the node shows at the absolute path `path`, changed by it or not. There need not
  /// be one.
  public Path file(String path) {
    return host.folder().file(path);
  }

  /// Its root with all that is mounted there; empty while it is down.
  public Optional<Path> liveRoot() {
    return host.machine().map(Machine::root);
  }

  /// Cuts its power for a moment. All its processes end; it boots again with a new boot id.
  public void reset() {
    host.reset();
  }

  Host host() {
    return host;
  }
}
