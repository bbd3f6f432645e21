package io.nodewright.cli;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The program as people have it: the launcher of the archive, as a process of its own, with the
/// jars that the archive has and no others.
final class Program {

  private static final Pattern SHIPPED =
      Pattern.compile(
          ".*/((cli|api|engine|agent|oci|packages)/target/classes|(kubernetes|jackson|snakeyaml|bc|picocli|re2j|slf4j-api|"
              + "generator-annotations|nodewright-(api|engine|agent|oci|packages))[^/]*\\.jar)/?");

  /// Of one run.
  private static final long PATIENCE_S = 120;

  private final Path folder;

  /// Puts it into that folder.
  Program(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder.resolve("bin"));
      Files.createDirectories(folder.resolve("lib"));
      for (String name : List.of("kubectl-nodewright", "kubectl_complete-nodewright")) {
        Files.copy(
            Path.of(System.getProperty("project.root", ".."), "cli/src/main/launcher", name),
            folder.resolve("bin").resolve(name),
            StandardCopyOption.COPY_ATTRIBUTES,
            StandardCopyOption.REPLACE_EXISTING);
      }
      Files.createSymbolicLink(
          folder.resolve("bin/kubectl-skyhook"), Path.of("kubectl-nodewright"));
      Files.createSymbolicLink(folder.resolve("nodewright"), Path.of("bin/kubectl-nodewright"));
      writeJar(folder.resolve("lib/kubectl-nodewright.jar"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A jar that only names the others: the launcher knows one jar.
  private static void writeJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> SHIPPED.matcher(entry).matches())
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
  }

  /// Runs it under that name, such as `bin/kubectl-nodewright`, with nobody to answer.
  Transcript run(String name, Map<String, String> environment, String... words) {
    Running running = start(name, environment, words);
    return running.end();
  }

  /// Starts it.
  Running start(String name, Map<String, String> environment, String... words) {
    // As a terminal starts it: a build in the background passes on that Ctrl-C is ignored.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.add(folder.resolve(name).toString());
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    try {
      return new Running(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A run of it.
  static final class Running {
    private final Process process;
    private final CompletableFuture<String> out;
    private final CompletableFuture<String> err;
    private final StringBuffer seen = new StringBuffer();

    private Running(Process process) {
      this.process = process;
      out = reading(process.getInputStream(), seen::append);
      err = reading(process.getErrorStream(), _ -> {});
    }

    /// What is on stdout by now.
    String seen() {
      return seen.toString();
    }

    /// Interrupts it, as Ctrl-C does.
    void interrupt() {
      try {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /// Waits for its end, with nothing more to read for it.
    Transcript end() {
      try {
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError("it does not end; so far: " + seen());
        }
        return new Transcript(process.exitValue(), out.join(), err.join());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        process.destroyForcibly();
        throw new IllegalStateException(e);
      }
    }

    private static CompletableFuture<String> reading(InputStream stream, Consumer<String> seen) {
      return CompletableFuture.supplyAsync(() -> read(stream, seen), Thread::startVirtualThread);
    }

    private static String read(InputStream stream, Consumer<String> seen) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      byte[] some = new byte[4096];
      try (stream) {
        for (int count = stream.read(some); count >= 0; count = stream.read(some)) {
          all.write(some, 0, count);
          seen.accept(new String(some, 0, count, StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return all.toString(StandardCharsets.UTF_8);
    }

    /// Its standard input.
    OutputStream input() {
      return process.getOutputStream();
    }
  }
}
