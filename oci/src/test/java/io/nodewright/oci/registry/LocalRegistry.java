package io.nodewright.oci.registry;

import io.nodewright.sandbox.binaries.KubeBinaries;
import io.nodewright.sandbox.binaries.KubeProgram;
import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.process.LinkedProcesses;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A real registry on this computer, built from its Go module; wants credentials.
final class LocalRegistry implements AutoCloseable {
  static final Credentials WRITER = new Credentials("writer", "open-sesame");
  private static final String HASH =
      "writer:$2a$05$UnQGIwr1M1X2sPcY/VWzFuXUMqpsnASy2DT4sA0LMA.22iqUxgzxq\n";
  private static final Duration READY_WITHIN = Duration.ofSeconds(20);

  private final Process process;
  private final int port;

  private LocalRegistry(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static LocalRegistry start(Path folder) throws IOException {
    Path program =
        KubeBinaries.of(System.getenv())
            .provide(List.of(KubeProgram.REGISTRY))
            .resolve(KubeProgram.REGISTRY.name());
    Path users = Files.writeString(folder.resolve("htpasswd"), HASH);
    int port = freePort();
    Path config =
        Files.writeString(
            folder.resolve("config.yml"),
            """
            version: 0.1
            storage: {filesystem: {rootdirectory: %s}}
            http: {addr: "127.0.0.1:%d"}
            auth: {htpasswd: {realm: test, path: %s}}
            """
                .formatted(folder.resolve("data"), port, users));
    ProcessBuilder builder =
        new ProcessBuilder(program.toString(), "serve", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().clear();
    builder.environment().put("OTEL_TRACES_EXPORTER", "none");
    LocalRegistry registry = new LocalRegistry(LinkedProcesses.start(builder), port);
    Await.until("the registry answers", READY_WITHIN, registry::answers);
    return registry;
  }

  /// What `push` is told.
  String address() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }

  private boolean answers() {
    try {
      URI uri = URI.create("http://" + address() + "/v2/");
      return ((HttpURLConnection) uri.toURL().openConnection()).getResponseCode() == 401;
    } catch (IOException e) {
      return false; // not there yet
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
