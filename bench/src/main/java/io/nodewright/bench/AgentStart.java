package io.nodewright.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Starts the agent of this build on a host that is an empty folder, with a package of one step.
/// The step writes a line and waits, so that the agent can be looked at in that moment.
///
/// @param host the folder
record AgentStart(Path host) {

  private static final String MAIN = "io.nodewright.agent.AgentMain";
  private static final String FIRST_OUTPUT = "first output";
  private static final String STEP =
      "{\"name\":\"a\",\"path\":\"a.sh\",\"arguments\":[],\"returncodes\":[0],\"on_host\":true,"
          + "\"idempotence\":true,\"upgrade_step\":false}";
  private static final String MANIFEST =
      "{\"schema_version\":\"v1\",\"package_name\":\"a\",\"package_version\":\"1.0.0\","
          + "\"expected_config_files\":[],\"modes\":{\"apply\":[%s],\"apply-check\":[%s]}}"
              .formatted(STEP, STEP);

  /// How the agent's JVM is started.
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:-UsePerfData",
          "-Xmx48m",
          "--enable-native-access=ALL-UNNAMED");

  /// One start, until the step's first output reaches the reader of the agent's stdout.
  ///
  /// @param cpuMillis the agent's own, without its children
  /// @param residentMib the most it had resident until then, without its children
  record Cost(long cpuMillis, long wallMillis, long residentMib) {}

  /// Makes the host.
  static AgentStart on(Path host) throws IOException, InterruptedException {
    Path step = Files.createDirectories(host.resolve("copy/skyhook_dir")).resolve("a.sh");
    Path gate = host.resolve("gate");
    Files.writeString(step, "#!/bin/sh\necho " + FIRST_OUTPUT + "\nread -r _ < " + gate + "\n");
    Files.setPosixFilePermissions(step, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(host.resolve("copy/config.json"), MANIFEST);
    new ProcessBuilder("mkfifo", gate.toString()).inheritIO().start().waitFor();
    return new AgentStart(host);
  }

  /// Runs it once to its end.
  ///
  /// @param java the home of the Java to use
  /// @param flags more flags of the JVM
  /// @throws IOException when the agent does not do what it should
  Cost once(Path java, List<String> flags) throws IOException, InterruptedException {
    long began = System.nanoTime();
    Process agent = start(java, flags);
    try (BufferedReader stdout = agent.inputReader()) {
      String line = stdout.readLine();
      while (line != null && !line.equals(FIRST_OUTPUT)) {
        line = stdout.readLine();
      }
      long wall = Duration.ofNanos(System.nanoTime() - began).toMillis();
      if (line == null) {
        throw new IOException("the agent ran no step");
      }
      Cost cost = new Cost(cpuMillis(agent), wall, residentMib(agent));
      Files.writeString(host.resolve("gate"), "go\n");
      stdout.transferTo(Writer.nullWriter());
      if (agent.waitFor() != 0) {
        throw new IOException("the agent failed");
      }
      return cost;
    } finally {
      agent.destroyForcibly();
    }
  }

  private Process start(Path java, List<String> flags) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java.resolve("bin/java").toString());
    command.addAll(FLAGS);
    command.addAll(flags);
    command.addAll(List.of("-cp", jars(), MAIN, "apply", host.toString(), "/copy"));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH", "/usr/bin:/bin",
                "COPY_RESOLV", "false",
                "SKYHOOK_RESOURCE_ID", "a-0-1_a_1.0.0",
                "NODEWRIGHT_AGENT_ROOT_MODE", "prefix"));
    return builder.start();
  }

  /// The two jars that the agent consists of, from this JVM's class path.
  private static String jars() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(jar -> jar.matches(".*/(nodewright-agent|jackson-core)-[^/]*\\.jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// Fields 14 and 15 of `/proc/PID/stat`, in hundredths of a second.
  private static long cpuMillis(Process process) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return 10 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
  }

  private static long residentMib(Process process) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }
}
