package io.nodewright.sandbox.controlplane;

import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.process.KnownProcess;
import io.nodewright.sandbox.process.LinkedProcesses;
import io.nodewright.sandbox.process.LogTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One program of the control plane: started, found ready, stopped and started again.
final class Component {
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);

  /// The API server would wait a minute for its clients to leave.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int LOG_BYTES = 3000;

  private final String name;
  private final List<String> command;
  private final Path folder;
  private final HealthCheck health;
  private @Nullable Process process;

  /// @param name the program's name, which its log and pid file bear
  /// @param command the program and its arguments
  /// @param folder the sandbox's folder, with `logs` and `pids`
  /// @param health tells whether it is ready
  Component(String name, List<String> command, Path folder, HealthCheck health) {
    this.name = name;
    this.command = List.copyOf(command);
    this.folder = folder;
    this.health = health;
  }

  /// Starts it, unless it runs.
  synchronized void start() throws IOException {
    if (process != null && process.isAlive()) {
      return;
    }
    Files.createDirectories(log().getParent());
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    // Nothing of this user's environment (proxies, Go's settings) is to reach it.
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    process = LinkedProcesses.start(builder);
    Optional<KnownProcess> known = KnownProcess.running(process.pid());
    if (known.isPresent()) {
      known.get().write(folder.resolve("pids").resolve(name));
    }
  }

  /// Waits until it is ready.
  ///
  /// @throws IllegalStateException when it ends before, or takes too long; the text has its last
  ///   words
  void awaitReady() {
    try {
      Await.until(name + " is ready", READY_WITHIN, this::readyOrDead);
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          "%s; the end of %s:%n%s".formatted(e.getMessage(), log(), LogTail.of(log(), LOG_BYTES)),
          e);
    }
  }

  /// Stops it and returns when it is gone.
  synchronized void stop() throws IOException {
    if (process != null) {
      process.destroy();
      try {
        if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
          process.destroyForcibly().waitFor();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
    Files.deleteIfExists(folder.resolve("pids").resolve(name));
  }

  /// Its process id; 0 when it does not run.
  synchronized long pid() {
    return process != null && process.isAlive() ? process.pid() : 0;
  }

  private boolean readyOrDead() {
    if (pid() == 0) {
      throw new IllegalStateException(name + " has ended before it was ready");
    }
    return health.ready();
  }

  private Path log() {
    return folder.resolve("logs").resolve(name + ".log");
  }
}
