package io.nodewright.operator.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.operator.certificates.ServedCertificate;
import io.nodewright.operator.settings.Listen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;

/// Serves the metrics by HTTPS to whom the API server allows it (08 §9.1). The certificate is this
/// process's own; who reads cannot verify it. Every replica serves, whoever leads.
public final class MetricsServer implements AutoCloseable {

  private static final String PATH = "/metrics";
  private static final String SCHEME = "Bearer ";
  private static final String NAME = "nodewright-metrics";

  /// Nobody verifies it, and the process ends long before.
  private static final Duration LIFE = Duration.ofDays(3650);

  private final HttpsServer server;
  private final OperatorMetrics metrics;
  private final Reviews reviews;

  /// Begins to serve.
  ///
  /// @param client for the reviews; its requests must be short
  /// @throws IOException when the port cannot be had
  public MetricsServer(Listen.At at, OperatorMetrics metrics, KubernetesClient client)
      throws IOException {
    this(
        at,
        metrics,
        new RememberedReviews(new ClusterReviews(client, PATH), Clock.systemUTC()),
        ServedCertificate.selfSigned(NAME, Clock.systemUTC().instant(), LIFE).context());
  }

  MetricsServer(Listen.At at, OperatorMetrics metrics, Reviews reviews, SSLContext tls)
      throws IOException {
    this.metrics = metrics;
    this.reviews = reviews;
    server = HttpsServer.create(at.address(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
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

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        send(exchange, 404, "not found");
        return;
      }
      if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, 405, "only GET");
        return;
      }
      switch (access(exchange)) {
        case GRANTED -> sendMetrics(exchange);
        case UNKNOWN_READER -> {
          exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
          send(exchange, 401, "a token that the API server knows is needed");
        }
        case DENIED -> send(exchange, 403, "the token may not get " + PATH);
        case UNDECIDED -> send(exchange, 500, "the API server does not say who may read");
      }
    }
  }

  private Access access(HttpExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Access.UNKNOWN_READER;
    }
    String token = header.substring(SCHEME.length()).strip();
    return token.isEmpty() ? Access.UNKNOWN_READER : reviews.review(token);
  }

  private void sendMetrics(HttpExchange exchange) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if (takesGzip(exchange)) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      try (OutputStream packed = new GZIPOutputStream(body)) {
        metrics.write(packed);
      }
    } else {
      metrics.write(body);
    }
    send(exchange, 200, OperatorMetrics.CONTENT_TYPE, body.toByteArray());
  }

  private static boolean takesGzip(HttpExchange exchange) {
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    return accepted != null && accepted.contains("gzip");
  }

  private static void send(HttpExchange exchange, int code, String text) throws IOException {
    send(exchange, code, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
