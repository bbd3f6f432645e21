package io.nodewright.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/// The agent as the real program, in a JVM of its own.
final class AgentProcess implements AutoCloseable {

  private static final long PATIENCE_S = 30;

  private final Process process;
  private final Collected stdout;
  private final Collected stderr;

  private AgentProcess(Process process) {
    this.process = process;
    this.stdout = new Collected(process.inputReader());
    this.stderr = new Collected(process.errorReader());
  }

  /// @param before words in front of the command, e.g. a program that changes its limits
  static AgentProcess start(
      List<String> before, List<String> options, Map<String, String> env, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.nodewright.agent.AgentMain");
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(env);
    return new AgentProcess(builder.start());
  }

  static AgentProcess start(TestHost host, String mode) throws IOException {
    return start(List.of(), List.of(), host.env, mode, host.root.toString(), TestHost.COPY);
  }

  static AgentProcess interrupt(TestHost host, String json) throws IOException {
    String[] arguments = {"interrupt", host.root.toString(), TestHost.COPY, TestHost.base64(json)};
    return start(List.of(), List.of(), host.env, arguments);
  }

  /// SIGKILL for the agent and all that it started, as when a container's runtime or the kernel of
  /// a host that goes down ends them.
  void kill() throws IOException, InterruptedException {
    // Stopped first, so that it cannot start a child that is then overlooked.
    new ProcessBuilder("bash", "-c", "kill -STOP " + process.pid()).start().waitFor();
    List<ProcessHandle> children = process.descendants().toList();
    process.toHandle().destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /// SIGTERM.
  void stop() {
    process.toHandle().destroy(); // unlike Process.destroy, leaves the streams open
  }

  /// The most memory it has had resident so far.
  long mostResidentMib() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
      }
    }
    throw new IOException("the kernel does not tell");
  }

  void awaitStdout(String line) {
    stdout.await(found -> found.equals(line));
  }

  void awaitStderr(String part) {
    stderr.await(found -> found.contains(part));
  }

  Ran end() throws InterruptedException {
    if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
      throw new AssertionError("the agent does not end: " + stderr.text());
    }
    return new Ran(process.exitValue(), stdout.whole(), stderr.whole());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /// One stream, read by a thread of its own; who waits for a line is woken by it.
  private static final class Collected {

    private final List<String> lines = new ArrayList<>();
    private final CompletableFuture<Void> ended;

    Collected(BufferedReader reader) {
      // A thread each: the common pool may have but one.
      ended = CompletableFuture.runAsync(() -> read(reader), task -> new Thread(task).start());
    }

    private void read(BufferedReader reader) {
      try {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          synchronized (lines) {
            lines.add(line);
            lines.notifyAll();
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void await(Predicate<String> wanted) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
      synchronized (lines) {
        while (lines.stream().noneMatch(wanted)) {
          long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
          if (left <= 0) {
            throw new AssertionError("not seen; so far: " + lines);
          }
          try {
            lines.wait(left);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
      }
    }

    String text() {
      synchronized (lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
      }
    }

    String whole() {
      try {
        ended.get(PATIENCE_S, TimeUnit.SECONDS);
      } catch (InterruptedException | ExecutionException | TimeoutException e) {
        throw new AssertionError(e);
      }
      return text();
    }
  }
}
