package io.nodewright.operator.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.nodewright.operator.settings.Listen;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/// Serves `/healthz` and `/readyz`: `ok`, or the names of the checks that fail, with status 500.
public final class Probes implements AutoCloseable {

  private final HttpServer server;

  /// Begins to serve.
  ///
  /// @param at where
  /// @param alive checks of `/healthz` by name
  /// @param ready checks of `/readyz` by name
  /// @throws IOException when the port cannot be had
  public Probes(
      Listen.At at,
      SortedMap<String, BooleanSupplier> alive,
      SortedMap<String, BooleanSupplier> ready)
      throws IOException {
    server = HttpServer.create(at.address(), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/healthz", exchange -> answer(exchange, alive));
    server.createContext("/readyz", exchange -> answer(exchange, ready));
    server.start();
  }

  /// The port that is served.
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private static void answer(HttpExchange exchange, SortedMap<String, BooleanSupplier> checks)
      throws IOException {
    try (exchange) {
      List<String> failed =
          checks.entrySet().stream()
              .filter(check -> !check.getValue().getAsBoolean())
              .map(check -> check.getKey())
              .toList();
      byte[] body =
          (failed.isEmpty() ? "ok" : String.join("\n", failed)).getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(
          failed.isEmpty() ? HttpURLConnection.HTTP_OK : HttpURLConnection.HTTP_INTERNAL_ERROR,
          body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
