package io.nodewright.e2e.cluster;

import io.nodewright.e2e.machine.Addresses;
import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.process.LinkedProcesses;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A registry that only this computer and its nodes reach.
public final class ImageRegistry implements AutoCloseable {
  /// Its address.
  public static final String ADDRESS = Addresses.HERE + ":5000";

  private static final Duration READY_WITHIN = Duration.ofSeconds(30);

  private final Process process;

  private ImageRegistry(Process process) {
    this.process = process;
  }

  /// Starts it, empty; returns when it answers.
  public static ImageRegistry start(Path program, Path folder) throws IOException {
    Files.createDirectories(folder);
    Path config =
        Files.writeString(
            folder.resolve("config.yml"),
            """
            version: 0.1
            storage: {filesystem: {rootdirectory: %s}}
            http: {addr: "%s"}
            """
                .formatted(folder.resolve("data"), ADDRESS));
    ProcessBuilder builder =
        new ProcessBuilder(program.toString(), "serve", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("registry.log").toFile());
    builder.environment().clear();
    builder.environment().put("OTEL_TRACES_EXPORTER", "none");
    ImageRegistry registry = new ImageRegistry(LinkedProcesses.start(builder));
    try {
      Await.until("the registry answers", READY_WITHIN, ImageRegistry::answers);
    } catch (IllegalStateException e) {
      registry.close();
      throw e;
    }
    return registry;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }

  private static boolean answers() {
    try {
      URI uri = URI.create("http://" + ADDRESS + "/v2/");
      return ((HttpURLConnection) uri.toURL().openConnection()).getResponseCode() == 200;
    } catch (IOException e) {
      return false; // not there yet
    }
  }
}
