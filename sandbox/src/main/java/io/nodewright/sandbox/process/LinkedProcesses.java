package io.nodewright.sandbox.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Starts processes that the kernel ends when this JVM ends, also when it is killed.
///
/// The kernel's parent-death signal fires when the *thread* that made the child ends, so every
/// child is made by one thread that lives as long as the JVM.
public final class LinkedProcesses {
  private static final ExecutorService STARTER =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("sandbox-process-starter").factory());

  private LinkedProcesses() {}

  /// Starts `builder`'s command, linked to this JVM. Its first word must be an absolute path.
  ///
  /// @throws IOException when the program cannot be started
  public static Process start(ProcessBuilder builder) throws IOException {
    List<String> command = new ArrayList<>(HostPrograms.setpriv());
    command.addAll(builder.command());
    builder.command(command);
    try {
      return STARTER.submit(builder::start).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw new IOException("cannot start " + builder.command(), cause);
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while starting " + builder.command(), e);
    }
  }
}
