package io.nodewright.sandbox.pod;

import io.nodewright.sandbox.image.Image;
import io.nodewright.sandbox.kubelet.ContainerExit;
import io.nodewright.sandbox.kubelet.RunningContainer;
import io.nodewright.sandbox.machine.ContainerProcess;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/// A container that runs as local processes, as the kubelet sees it.
final class LocalContainer implements RunningContainer {
  private static final int ID_BYTES = 32;

  private final String id = "sandbox://" + newId();
  private final Instant startedAt = Instant.now();
  private final ContainerProcess process;
  private final TerminationMessage message;
  private final Image image;
  private final CompletableFuture<ContainerExit> exit;

  LocalContainer(ContainerProcess process, TerminationMessage message, Image image) {
    this.process = process;
    this.message = message;
    this.image = image;
    this.exit = process.end().thenApply(this::exitOf);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String imageId() {
    return image.id();
  }

  @Override
  public Instant startedAt() {
    return startedAt;
  }

  @Override
  public CompletableFuture<ContainerExit> exit() {
    return exit;
  }

  @Override
  public void terminate() {
    process.terminate();
  }

  @Override
  public void kill() {
    process.kill();
  }

  private ContainerExit exitOf(ContainerProcess.End end) {
    Instant now = Instant.now();
    return switch (end) {
      case ContainerProcess.End.Exited(var code) -> ContainerExit.of(code, message.read(code), now);
      case ContainerProcess.End.NotStarted(var problem) -> ContainerExit.notStarted(problem, now);
      case ContainerProcess.End.MachineDown _ -> ContainerExit.lost(now);
    };
  }

  private static String newId() {
    byte[] id = new byte[ID_BYTES];
    ThreadLocalRandom.current().nextBytes(id);
    return HexFormat.of().formatHex(id);
  }
}
