package io.nodewright.oci.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A registry that keeps its blobs on another server.
class MovedBlobTest {
  private static final String DIGEST = "sha256:" + "0".repeat(64);

  @TempDir Path folder;
  private final List<String> shown = new CopyOnWriteArrayList<>();
  private HttpServer storage;
  private HttpServer registry;

  @BeforeEach
  void start() throws IOException {
    storage = server();
    storage.createContext(
        "/kept",
        exchange -> {
          shown.add("storage " + exchange.getRequestHeaders().getFirst("Authorization"));
          byte[] body = "content".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    registry = server();
    registry.createContext(
        "/v2/",
        exchange -> {
          String given = exchange.getRequestHeaders().getFirst("Authorization");
          shown.add("registry " + (given == null ? given : given.replaceAll(" .*", "")));
          if (given == null) {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"test\"");
            exchange.sendResponseHeaders(401, -1);
          } else {
            exchange
                .getResponseHeaders()
                .add("Location", "http://" + address(storage) + "/kept?signed=yes");
            exchange.sendResponseHeaders(307, -1);
          }
          exchange.close();
        });
  }

  @AfterEach
  void stop() {
    registry.stop(0);
    storage.stop(0);
  }

  @Test
  @DisplayName("is followed there, and no credentials go along")
  void followed() throws IOException {
    RepositoryClient client =
        new RepositoryClient(
            Registry.parse(address(registry), false), "base", new Credentials("a", "b"));
    Path file = folder.resolve("blob");
    client.download(DIGEST, file);
    assertEquals("content", Files.readString(file));
    assertEquals(List.of("registry null", "registry Basic", "storage null"), shown);
  }

  private static HttpServer server() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    return server;
  }

  private static String address(HttpServer server) {
    return "127.0.0.1:" + server.getAddress().getPort();
  }
}
