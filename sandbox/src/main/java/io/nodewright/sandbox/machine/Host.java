package io.nodewright.sandbox.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A node's host: a folder, and the machine that runs in it. A machine that goes down by itself, as
/// by a reboot, is booted again with a new boot id.
public final class Host implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Host.class);

  private final UserNamespace users;
  private final NodeFolder folder;
  private final String name;
  private final Path images;
  private final BootListener listener;
  private @Nullable Machine machine;
  private boolean on;

  /// @param users the user namespace that its machines live in
  /// @param images the folder with the images that its containers are made of
  /// @param listener is told of each boot
  public Host(
      UserNamespace users, NodeFolder folder, String name, Path images, BootListener listener) {
    this.users = users;
    this.folder = folder;
    this.name = name;
    this.images = images;
    this.listener = listener;
  }

  /// The host's folder.
  public NodeFolder folder() {
    return folder;
  }

  /// Boots it; returns its boot id when it is up.
  ///
  /// @throws IOException when it does not come up
  public synchronized String powerOn() throws IOException {
    on = true;
    String bootId = UUID.randomUUID().toString();
    Machine booted = Machine.boot(new MachineSettings(users, folder, name, bootId, images));
    machine = booted;
    var _ = booted.down().thenRunAsync(() -> bootAgain(booted), Thread::startVirtualThread);
    return bootId;
  }

  /// Its machine; empty while it is down.
  public synchronized Optional<Machine> machine() {
    return Optional.ofNullable(machine).filter(Machine::up);
  }

  /// Cuts its power for a moment; it boots again by itself.
  public void reset() {
    machine().ifPresent(Machine::close);
  }

  /// Cuts its power; it stays down.
  @Override
  public void close() {
    Optional<Machine> running;
    synchronized (this) {
      on = false;
      running = machine();
    }
    running.ifPresent(Machine::close);
  }

  private void bootAgain(Machine gone) {
    String bootId;
    synchronized (this) {
      if (!on || machine != gone) {
        return;
      }
      try {
        bootId = powerOn();
      } catch (IOException e) {
        LOG.atError().addKeyValue("node", name).log("the node stays down", e);
        on = false;
        return;
      }
    }
    LOG.atInfo().addKeyValue("node", name).addKeyValue("bootId", bootId).log("node rebooted");
    listener.booted(bootId);
  }

  /// Is told when a host has booted again by itself.
  @FunctionalInterface
  public interface BootListener {
    /// The host is up again.
    void booted(String bootId);
  }
}
