package io.nodewright.sandbox;

import io.nodewright.sandbox.binaries.ProgramCache;
import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.process.LinkedProcesses;
import io.nodewright.sandbox.process.StartCache;
import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The operator of this build as a Java program, from this JVM's class path.
final class OperatorProgram {
  private static final String MAIN = "io.nodewright.operator.OperatorMain";
  private static final Duration READY_WITHIN = Duration.ofSeconds(30);
  private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(3);
  private static final Path CACHES =
      ProgramCache.caches(System.getenv()).resolve("nodewright-operator");

  private final Path folder;
  private final Map<String, String> environment;

  /// @param folder the sandbox's
  /// @param environment of the operator
  OperatorProgram(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  /// Its process, ready to be started, with a start cache if there is one; all that it says goes to
  /// `log`.
  ProcessBuilder builder(Path log) throws IOException {
    List<String> command = new ArrayList<>(jvm());
    for (Path cache : StartCache.kept(CACHES, jvm(), classPath())) {
      Path copy = folder.resolve("operator.aot");
      if (!Files.exists(copy)) {
        Files.copy(cache, copy);
      }
      command.add("-XX:AOTCache=" + copy);
    }
    command.addAll(List.of("-cp", joined(classPath()), MAIN));
    return builder(command, log);
  }

  /// Makes a start cache, unless there is one.
  void makeCache() throws IOException {
    StartCache.of(CACHES, jvm(), classPath(), this::train);
  }

  /// One start against the sandbox's API server, and a clean end, which gives the lease back.
  private void train(String argument) throws IOException {
    List<String> words = new ArrayList<>(jvm());
    words.add(1, argument);
    words.addAll(List.of("-cp", joined(classPath()), MAIN));
    Path log = folder.resolve("logs/operator-training.log");
    Files.createDirectories(log.getParent());
    Process process = LinkedProcesses.start(builder(words, log));
    try {
      Await.until(
          "the operator is ready for its training",
          READY_WITHIN,
          () -> !process.isAlive() || ready());
    } catch (IllegalStateException e) {
      process.destroyForcibly(); // no cache then; the log says more
      return;
    }
    process.destroy();
    StartCache.awaitEnd(process);
  }

  /// Whether it has seen all that there is, as its probe says.
  boolean ready() {
    URI probe = URI.create("http://" + environment.get("PROBE_PORT") + "/readyz");
    try {
      HttpURLConnection asked = (HttpURLConnection) probe.toURL().openConnection();
      asked.setReadTimeout((int) PROBE_TIMEOUT.toMillis());
      return asked.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false; // not there yet
    }
  }

  private ProcessBuilder builder(List<String> words, Path log) {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }

  private static List<String> jvm() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        // On few cores the second compiler takes more than it gives back.
        "-XX:TieredStopAtLevel=1",
        "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED");
  }

  /// Without folders when the operator is a jar: they hold classes of the sandbox and its tests,
  /// and no cache can be made with them.
  private static List<Path> classPath() {
    List<Path> all =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    return Files.isRegularFile(source()) ? all.stream().filter(Files::isRegularFile).toList() : all;
  }

  private static Path source() {
    try {
      Class<?> main = Class.forName(MAIN, false, OperatorProgram.class.getClassLoader());
      return Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          MAIN + ": not on the class path; build the module nodewright-operator", e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String joined(List<Path> classPath) {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
