package io.nodewright.sandbox.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
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
  private boolean staysDown;

  /// @param users the user namespace that its machines live in
  /// @param images the folder with the images that its containers are made of
  /// @param listener is told when it goes down and of each boot after the first
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
    var _ = booted.down().thenRunAsync(() -> wentDown(booted), Thread::startVirtualThread);
    return bootId;
  }

  /// Its machine; empty while it is down.
  public synchronized Optional<Machine> machine() {
    return Optional.ofNullable(machine).filter(Machine::up);
  }

  /// Completes when the machine that is up now is down; at once while none is.
  public CompletableFuture<Void> down() {
    return machine().map(Machine::down).orElse(CompletableFuture.completedFuture(null));
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

  /// From now on it does not come back from a reboot, until [#comeBack].
  public synchronized void stayDown() {
    staysDown = true;
  }

  /// It comes back from reboots again, and now if it is down.
  public void comeBack() {
    Optional<Machine> gone;
    synchronized (this) {
      staysDown = false;
      gone = Optional.ofNullable(machine).filter(last -> !last.up());
    }
    gone.ifPresent(this::bootAgain);
  }

  /// From now on reboots are accepted and nothing follows; or, with false, they take place again.
  public void ignoreReboots(boolean ignores) throws IOException {
    if (ignores) {
      Files.createDirectories(folder.ignoresReboots().getParent());
      Files.writeString(folder.ignoresReboots(), "");
    } else {
      Files.deleteIfExists(folder.ignoresReboots());
    }
  }

  private void wentDown(Machine gone) {
    synchronized (this) {
      if (!on || machine != gone) {
        return;
      }
    }
    listener.wentDown(gone.shutDown());
    bootAgain(gone);
  }

  private void bootAgain(Machine gone) {
    String bootId;
    synchronized (this) {
      if (!on || staysDown || machine != gone) {
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

  /// Is told when a host goes down by itself and when it has booted again.
  public interface BootListener {
    /// The host is down.
    ///
    /// @param shutDown whether it was told to, rather than lost its power
    void wentDown(boolean shutDown);

    /// The host is up again.
    void booted(String bootId);
  }
}
