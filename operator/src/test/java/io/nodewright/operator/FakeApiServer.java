package io.nodewright.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.leadership.WriteFence;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;

/// An API server that answers as it is told to, over HTTP. What it was not told of is not there
/// (404). Watches get what [#tell] says.
public final class FakeApiServer implements AutoCloseable {

  private static final Duration BOUND = Duration.ofSeconds(20);

  /// What came in.
  ///
  /// @param line method and path, such as `GET /api/v1/nodes/gpu1`
  /// @param query decoded; empty when there is none
  /// @param body as text
  public record Request(String line, String query, String body) {}

  private record Answer(int code, String body) {}

  private final KubernetesSerialization json = new KubernetesSerialization();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;
  private final KubernetesClient client;

  /// Starts one.
  public FakeApiServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder()
                    .withAutoConfigure(false)
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    .withOnlyHttpWatches(true)
                    .build())
            .build();
  }

  /// A client of it.
  public KubernetesClient client() {
    return client;
  }

  /// A client of it for one who leads.
  public FencedClient leading() {
    return new FencedClient(client, WriteFence.open());
  }

  /// Answers requests of that method and path with an object from now on.
  public void answers(String line, Object object) {
    answers.put(line, new Answer(200, json.asJson(object)));
  }

  /// Refuses requests of that method and path from now on.
  public void refuses(String line, StatusBuilder status) {
    int code = status.getCode();
    answers.put(
        line,
        new Answer(code, json.asJson(status.withStatus("Failure").withKind("Status").build())));
  }

  /// Tells the watch of a change.
  ///
  /// @param type such as `MODIFIED`
  public void tell(String type, Object object) {
    changes.add("{\"type\":\"%s\",\"object\":%s}\n".formatted(type, json.asJson(object)));
  }

  /// What has come in, in order.
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /// The first request like that, which may still be on its way.
  public Request awaited(Predicate<Request> like) throws InterruptedException {
    long end = System.nanoTime() + BOUND.toNanos();
    synchronized (requests) {
      while (true) {
        for (Request each : requests) {
          if (like.test(each)) {
            return each;
          }
        }
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new AssertionError("no such request: " + requests);
        }
        requests.wait(left);
      }
    }
  }

  @Override
  public void close() {
    client.close();
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String raw = exchange.getRequestURI().getRawQuery();
    String query = raw == null ? "" : URLDecoder.decode(raw, StandardCharsets.UTF_8);
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Request request = new Request(exchange.getRequestMethod() + " " + path, query, body);
    synchronized (requests) {
      requests.add(request);
      requests.notifyAll();
    }
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    if (query.contains("watch=true")) {
      watch(exchange);
      return;
    }
    Answer answer = answers.getOrDefault(request.line(), notThere());
    byte[] text = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.code(), text.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(text);
    }
  }

  private void watch(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      out.flush();
      while (true) {
        out.write(changes.take().getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the test has ended
    }
  }

  private Answer notThere() {
    return new Answer(
        404,
        json.asJson(
            new StatusBuilder()
                .withKind("Status")
                .withStatus("Failure")
                .withCode(404)
                .withReason("NotFound")
                .withMessage("not found")
                .build()));
  }
}
