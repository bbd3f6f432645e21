package io.nodewright.operator.admission;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.nodewright.operator.settings.Listen;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTPS server that API servers call.
final class AdmissionServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AdmissionServer.class);

  /// Both objects of an update, as large as etcd takes them, and what is around them.
  private static final int LONGEST = 8 << 20;

  private static final int LAST_ANSWERS_SECONDS = 2;

  private final HttpsServer server;
  private final AtomicBoolean draining = new AtomicBoolean();

  static {
    // An API server that writes a request while we close its idle connection reports a failed
    // webhook, and does not try again: the client is to close first.
    System.setProperty("sun.net.httpserver.idleInterval", "3600");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
    // Without it the end of an answer waits for the client's acknowledgement of the beginning.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  /// Begins to serve.
  ///
  /// @param at where
  /// @param tls has the certificate of the moment
  /// @param answerers by path
  /// @throws IOException when the port cannot be had
  AdmissionServer(Listen.At at, SSLContext tls, Map<String, Answerer> answerers)
      throws IOException {
    server = HttpsServer.create(at.address(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    // The server's own answer about an unknown path resets the connection before a request is read.
    server.createContext("/", AdmissionServer::serveNothing);
    answerers.forEach(
        (path, answerer) -> server.createContext(path, exchange -> serve(exchange, answerer)));
    server.start();
  }

  /// The port that is served.
  int port() {
    return server.getAddress().getPort();
  }

  /// From now on each connection ends with the answer to its next request, so that clients come to
  /// another replica before this one is gone.
  void drain() {
    draining.set(true);
  }

  /// Ends; requests that are being answered still are.
  @Override
  public void close() {
    server.stop(LAST_ANSWERS_SECONDS);
  }

  private static void serveNothing(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readNBytes(LONGEST + 1);
      send(exchange, 404, "nothing is judged here");
    }
  }

  private void serve(HttpExchange exchange, Answerer answerer) throws IOException {
    try (exchange) {
      if (draining.get()) {
        exchange.getResponseHeaders().set("Connection", "close");
      }
      if (!exchange.getRequestMethod().equals("POST")) {
        send(exchange, 405, "only POST");
        return;
      }
      byte[] body = exchange.getRequestBody().readNBytes(LONGEST + 1);
      if (body.length > LONGEST) {
        send(exchange, 413, "too large");
        return;
      }
      AdmissionRequest request;
      try {
        request = AdmissionRequest.read(body);
      } catch (IllegalArgumentException e) {
        send(exchange, 400, String.valueOf(e.getMessage()));
        return;
      }
      answer(exchange, request, answerer);
    }
  }

  private static void answer(HttpExchange exchange, AdmissionRequest request, Answerer answerer)
      throws IOException {
    byte[] answer;
    try {
      answer = answerer.answer(request).json(request.uid());
    } catch (RuntimeException e) {
      LOG.atError()
          .addKeyValue("path", exchange.getRequestURI().getPath())
          .addKeyValue("object", request.name())
          .setCause(e)
          .log("a write cannot be judged");
      send(exchange, 500, "the write cannot be judged: " + e.getMessage());
      return;
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, answer.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(answer);
    }
  }

  private static void send(HttpExchange exchange, int code, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(code, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
