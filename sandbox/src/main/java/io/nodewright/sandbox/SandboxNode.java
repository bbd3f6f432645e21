package io.nodewright.sandbox;

import io.nodewright.sandbox.machine.Host;
import io.nodewright.sandbox.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  /// From now on the node accepts reboots, and nothing follows.
  public void ignoreReboots() throws IOException {
    host.ignoreReboots(true);
  }

  /// Reboots take place again.
  public void heedReboots() throws IOException {
    host.ignoreReboots(false);
  }

  /// From now on the node does not come back from a reboot, until [#comeBack].
  public void stayDown() {
    host.stayDown();
  }

  /// The node comes back from reboots again, and now if it is down.
  public void comeBack() {
    host.comeBack();
  }

  /// What its service manager was told, in order, such as `restart cron`.
  public List<String> systemctlCalls() throws IOException {
    return lines(host.folder().systemctlLog());
  }

  /// How its command `service` was called, in order, such as `procps force-reload`.
  public List<String> serviceCalls() throws IOException {
    return lines(host.folder().serviceLog());
  }

  private static List<String> lines(Path log) throws IOException {
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  Host host() {
    return host;
  }
}
