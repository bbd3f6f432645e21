package io.nodewright.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.nodewright.oci.image.MediaTypes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A small registry that wants credentials: blobs and manifests by the OCI distribution protocol.
final class StandInRegistry implements AutoCloseable {

  private final HttpServer server;
  private final String authorization;
  private final Map<String, byte[]> kept = new ConcurrentHashMap<>();

  StandInRegistry(String user, String password) throws IOException {
    authorization =
        Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v2/", this::handle);
    server.start();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /// A Docker configuration that has them.
  String credentials() {
    return "{\"auths\":{\"%s\":{\"auth\":\"%s\"}}}".formatted(address(), authorization);
  }

  /// The manifest under that tag.
  String content(String repository, String tag) {
    return new String(
        kept.getOrDefault("/v2/" + repository + "/manifests/" + tag, new byte[0]),
        StandardCharsets.UTF_8);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] body = exchange.getRequestBody().readAllBytes();
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (!("Basic " + authorization).equals(given)) {
      exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"test\"");
      exchange.sendResponseHeaders(401, -1);
    } else if (path.endsWith("/uploads/") && exchange.getRequestMethod().equals("POST")) {
      exchange.getResponseHeaders().add("Location", path + "1");
      exchange.sendResponseHeaders(202, -1);
    } else if (exchange.getRequestMethod().equals("PUT")) {
      String query = exchange.getRequestURI().getQuery();
      boolean blob = path.endsWith("/uploads/1") && query != null;
      kept.put(blob ? path.replace("uploads/1", query.substring("digest=".length())) : path, body);
      exchange.sendResponseHeaders(201, -1);
    } else if (kept.containsKey(path) && exchange.getRequestMethod().equals("GET")) {
      byte[] content = kept.getOrDefault(path, new byte[0]);
      exchange.getResponseHeaders().add("Content-Type", MediaTypes.MANIFEST);
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(content);
    } else {
      exchange.sendResponseHeaders(kept.containsKey(path) ? 200 : 404, -1);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
