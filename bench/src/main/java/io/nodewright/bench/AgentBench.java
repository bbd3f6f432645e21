package io.nodewright.bench;

import io.nodewright.sandbox.process.FolderRemoval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// What a start of the agent costs until the first output of its first step: as a plain JVM, with
/// an ahead-of-time cache, and so from a Java of nothing but `java.base`.
@Command(
    name = "agent",
    description =
        "The agent's start until a step's first output: processor time, wall time, memory.",
    mixinStandardHelpOptions = true)
final class AgentBench implements Callable<Integer> {

  private static final long WITHIN_S = 120;

  @Option(
      names = "--runs",
      defaultValue = "20",
      description = "Starts measured of each kind (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("nodewright-bench");
    try {
      AgentStart start = AgentStart.on(folder.resolve("host"));
      Path java = Path.of(System.getProperty("java.home"));
      Path small = folder.resolve("small-java");
      execute(List.of(java + "/bin/jlink", "--add-modules", "java.base", "--output", "" + small));
      System.out.printf(
          "%-32s %22s %16s %10s%n", "", "CPU mean (least)", "wall median", "resident");
      measure("plain JVM", start, java, List.of());
      measure("ahead-of-time cache", start, java, cache(start, java, folder.resolve("whole.aot")));
      measure(
          "java.base alone, cache", start, small, cache(start, small, folder.resolve("small.aot")));
    } finally {
      FolderRemoval.of(folder);
    }
    return 0;
  }

  private static List<String> cache(AgentStart start, Path java, Path file)
      throws IOException, InterruptedException {
    start.once(java, List.of("-XX:AOTCacheOutput=" + file));
    if (!Files.exists(file)) {
      throw new IOException("no ahead-of-time cache was made");
    }
    return List.of("-XX:AOTCache=" + file);
  }

  private void measure(String what, AgentStart start, Path java, List<String> flags)
      throws IOException, InterruptedException {
    start.once(java, flags); // fills the file system's cache
    List<AgentStart.Cost> costs = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      costs.add(start.once(java, flags));
    }
    double mean = costs.stream().mapToLong(AgentStart.Cost::cpuMillis).average().orElse(0);
    long least = costs.stream().mapToLong(AgentStart.Cost::cpuMillis).min().orElse(0);
    long wall = median(costs.stream().mapToLong(AgentStart.Cost::wallMillis).sorted().toArray());
    long resident =
        median(costs.stream().mapToLong(AgentStart.Cost::residentMib).sorted().toArray());
    System.out.printf(
        "%-32s %11.0f ms (%d ms) %13d ms %6d MiB%n", what, mean, least, wall, resident);
  }

  private static long median(long[] sorted) {
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  private static void execute(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (!process.waitFor(WITHIN_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(command.getFirst() + " failed");
    }
  }
}
