package io.nodewright.packages.trial;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A throw-away host: a folder in namespaces of its own, and the agent's container on it.
final class TrialHost implements AutoCloseable {

  private static final Duration UP_WITHIN = Duration.ofSeconds(30);

  private final Path work;
  private final Process process;
  private final BufferedWriter orders;
  private final BufferedReader answers;
  private int runs;

  private TrialHost(Path work, Process process) {
    this.work = work;
    this.process = process;
    this.orders = process.outputWriter();
    this.answers = process.inputReader();
  }

  /// What one run of a program came to.
  record Ran(int code, String stdout, String stderr) {}

  /// Starts one.
  ///
  /// @param work an empty folder
  /// @throws IOException when this computer does not let us; the text says what to do
  static TrialHost start(Path work) throws IOException {
    HostSeed.plant(Files.createDirectories(work.resolve("host")));
    HostSeed.plant(Files.createDirectories(work.resolve("container")));
    HostSeed.standIns(work.resolve("usr/upper/local/sbin"));
    Files.createDirectories(work.resolve("runs"));
    Files.createDirectories(work.resolve("host/run/trial"));
    Path script = work.resolve("host.sh");
    try (InputStream in = TrialHost.class.getResourceAsStream("host.sh")) {
      if (in == null) {
        throw new IllegalStateException("host.sh: not there");
      }
      Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
    }
    ProcessBuilder builder =
        new ProcessBuilder(command(script, work)).redirectError(work.resolve("errors").toFile());
    TrialHost host = new TrialHost(work, builder.start());
    try {
      host.comeUp();
      return host;
    } catch (IOException e) {
      host.close();
      throw e;
    }
  }

  private static List<String> command(Path script, Path work) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "--user",
                "--",
                "bash",
                "-c",
                // Its ids are written from outside; then it goes on.
                "read -r _; exec unshare --mount --pid --ipc --uts --net --fork --kill-child=KILL"
                    + " -- bash \"$0\" \"$@\"",
                script.toString(),
                work.toString(),
                System.getProperty("java.home")));
    command.addAll(AgentProgram.shown());
    return command;
  }

  private void comeUp() throws IOException {
    try {
      UserIds.map(process);
      say("go");
      String line = answer(UP_WITHIN);
      if (!line.equals("READY")) {
        throw new IOException("said " + line);
      }
    } catch (IOException e) {
      process.destroyForcibly();
      process.onExit().join();
      String errors = Files.readString(work.resolve("errors")).strip();
      throw new IOException(
          "the host of the trial does not come up: "
              + (errors.isEmpty() ? e.getMessage() : errors.lines().toList().getLast())
              + (errors.isEmpty() ? "" : UserIds.advice()));
    }
  }

  /// Where the host's root lies.
  Path root() {
    return work.resolve("host");
  }

  /// What is on it, but for `leftOut`.
  HostTree tree(List<String> leftOut) throws IOException {
    return HostTree.of(work, leftOut);
  }

  /// Runs the agent in its container.
  ///
  /// @param patience how long it may take
  /// @throws IOException when it takes longer; the host is gone then
  Ran agent(Map<String, String> environment, List<String> arguments, Duration patience)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("/usr/bin/env", "-i"));
    environment.forEach((name, value) -> words.add(name + "=" + value));
    words.addAll(AgentProgram.command());
    words.addAll(arguments);
    String name = Integer.toString(++runs);
    Path run = Files.createDirectories(work.resolve("runs").resolve(name));
    Files.writeString(run.resolve("command"), String.join("\0", words) + "\0");
    say(name);
    String code = answer(patience);
    if (!code.matches("[0-9]+")) {
      throw new IOException("the host of the trial has ended: " + text(work.resolve("errors")));
    }
    return new Ran(
        Integer.parseInt(code), text(run.resolve("stdout")), text(run.resolve("stderr")));
  }

  /// The calls to stand-ins since it was asked last.
  List<String> calls() throws IOException {
    Path calls = root().resolve("run/trial/calls");
    if (!Files.exists(calls)) {
      return List.of();
    }
    List<String> lines = Files.readAllLines(calls);
    Files.delete(calls);
    return lines;
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private void say(String line) throws IOException {
    orders.write(line + "\n");
    orders.flush();
  }

  private String answer(Duration patience) throws IOException {
    CompletableFuture<String> line =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return String.valueOf(answers.readLine());
              } catch (IOException e) {
                return "nothing";
              }
            },
            task -> Thread.ofVirtual().start(task));
    try {
      return line.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      process.destroyForcibly();
      throw new IOException("took longer than " + patience.toSeconds() + " s, and was ended");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /// Ends all that runs on it. The folder stays.
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
