package io.nodewright.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Runs of the plugin as a process of its own.
///
/// @param program the executable
/// @param kubeconfig of the cluster
record CliRun(Path program, Path kubeconfig) {

  private static final Duration LOOK = Duration.ofMillis(4);

  /// One run.
  ///
  /// @param wallMillis from the start of the process to its end
  /// @param cpuMillis of all of its threads
  /// @param residentMib the most that it had resident, as far as it was looked at
  record Cost(long wallMillis, long cpuMillis, long residentMib) {}

  /// Runs a command line to its end.
  ///
  /// @throws IOException when it fails
  Cost once(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("KUBECONFIG", kubeconfig.toString());
    long began = System.nanoTime();
    Process process = builder.start();
    AtomicLong cpu = new AtomicLong();
    AtomicLong resident = new AtomicLong();
    Thread watching = Thread.ofPlatform().start(() -> watch(process, cpu, resident));
    try (InputStream out = process.getInputStream()) {
      out.transferTo(OutputStream.nullOutputStream());
    }
    int code = process.waitFor();
    long wall = Duration.ofNanos(System.nanoTime() - began).toMillis();
    watching.join();
    if (code != 0) {
      throw new IOException(command + " ended with " + code);
    }
    return new Cost(wall, cpu.get(), resident.get());
  }

  private static void watch(Process process, AtomicLong cpu, AtomicLong resident) {
    try {
      while (process.isAlive()) {
        process
            .info()
            .totalCpuDuration()
            .ifPresent(used -> cpu.accumulateAndGet(used.toMillis(), Math::max));
        resident.accumulateAndGet(residentMib(process), Math::max);
        Thread.sleep(LOOK);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long residentMib(Process process) {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0; // it has just ended
    }
  }
}
