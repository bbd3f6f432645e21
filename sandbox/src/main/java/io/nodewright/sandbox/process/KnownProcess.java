package io.nodewright.sandbox.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One process of this computer, for good: the kernel gives a pid again, but not with the same
/// start time.
///
/// @param pid its process id
/// @param startTicks when it started, in clock ticks since the computer's start
public record KnownProcess(long pid, long startTicks) {
  private static final int START_TIME_FIELD = 19;
  private static final int FLAGS_FIELD = 6;

  /// The kernel's `PF_EXITING`.
  private static final long EXITING = 4;

  /// The process that runs now under `pid`; empty when there is none, or only its zombie.
  public static Optional<KnownProcess> running(long pid) {
    try {
      List<String> fields = fields(pid);
      return fields.getFirst().equals("Z")
          ? Optional.empty()
          : Optional.of(new KnownProcess(pid, startTicks(fields)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Reads what [#write] wrote; empty when there is no such file or it was cut off.
  public static Optional<KnownProcess> read(Path file) throws IOException {
    try {
      List<String> words = List.of(Files.readString(file).strip().split(" ", -1));
      return words.size() == 2
          ? Optional.of(
              new KnownProcess(Long.parseLong(words.getFirst()), Long.parseLong(words.getLast())))
          : Optional.empty();
    } catch (NoSuchFileException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// Writes pid and start time, so that a later JVM can recognise this process.
  public void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, "%d %d\n".formatted(pid, startTicks));
  }

  /// Whether this very process still runs.
  public boolean alive() {
    return running(pid).filter(this::equals).isPresent();
  }

  /// Whether it has begun to end, or is gone. A process has begun when nothing can stop it any
  /// more; the first of a PID namespace then still waits for all others there.
  public boolean ending() {
    try {
      List<String> fields = fields(pid);
      return startTicks(fields) != startTicks
          || fields.getFirst().equals("Z")
          || (Long.parseLong(fields.get(FLAGS_FIELD)) & EXITING) != 0;
    } catch (IOException e) {
      return true;
    }
  }

  /// What `/proc` tells of a process, from its state on.
  private static List<String> fields(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    // The name in parentheses may have spaces; what follows the last parenthesis has not.
    return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
  }

  private static long startTicks(List<String> fields) {
    return Long.parseLong(fields.get(START_TIME_FIELD));
  }

  /// Ends it: politely, and after `patience` by force. Returns when it is gone.
  public void end(Duration patience) {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid).filter(_ -> alive());
    handle.ifPresent(
        process -> {
          process.destroy();
          if (!gone(process, patience)) {
            process.destroyForcibly();
            gone(process, Duration.ofSeconds(10));
          }
        });
  }

  private static boolean gone(ProcessHandle process, Duration patience) {
    try {
      process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
