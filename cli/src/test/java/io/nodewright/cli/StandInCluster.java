package io.nodewright.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/// An API server that answers as it is told to and writes down each call. What it was not told of
/// is not there (404).
final class StandInCluster implements AutoCloseable {

  static final String DEPLOYMENT =
      """
      {"metadata":{"name":"op","namespace":"%s","labels":{"control-plane":"controller-manager",
      "app.kubernetes.io/name":"nodewright"}},"spec":{"template":{"spec":{"containers":[{"image":"%s"}]}}}}
      """;

  private record Answer(int code, String body, Duration after) {}

  private final HttpServer server;
  private final Path folder;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();

  /// One that serves these groups.
  StandInCluster(String... groups) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      folder = Files.createTempDirectory("stand-in");
      Files.writeString(
          folder.resolve("config"),
          """
          {"apiVersion":"v1","kind":"Config","current-context":"c","contexts":[{"name":"c","context":
          {"cluster":"c","user":"u"}}],"clusters":[{"name":"c","cluster":{"server":
          "http://127.0.0.1:%d"}}],"users":[{"name":"u","user":{"token":"t"}}]}
          """
              .formatted(server.getAddress().getPort()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    StringBuilder served = new StringBuilder();
    for (String group : groups) {
      served.append(served.isEmpty() ? "" : ",").append("{\"name\":\"" + group + "\"}");
    }
    answers("GET /apis", "{\"groups\":[" + served + "]}");
    server.createContext("/", this::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  /// Answers calls like that with this from now on.
  void answers(String call, String body) {
    answers.put(call, new Answer(200, body, Duration.ZERO));
  }

  /// Answers calls like that only after a while.
  void answersAfter(Duration after, String call, String body) {
    answers.put(call, new Answer(200, body, after));
  }

  /// Refuses calls like that from now on.
  void refuses(String call, int code, String message) {
    answers.put(
        call,
        new Answer(code, "{\"kind\":\"Status\",\"message\":\"" + message + "\"}", Duration.ZERO));
  }

  /// Has an operator in that namespace.
  void operator(String namespace, String image) {
    answers(
        "GET /apis/apps/v1/namespaces/" + namespace + "/deployments",
        "{\"items\":[" + DEPLOYMENT.formatted(namespace, image) + "]}");
  }

  /// All calls, as method and path.
  List<String> calls() {
    return List.copyOf(calls);
  }

  /// Runs a command line against it.
  Transcript run(String... words) {
    return Transcript.of(environment(), words);
  }

  Map<String, String> environment() {
    return Map.of("KUBECONFIG", folder.resolve("config").toString(), "HOME", folder.toString());
  }

  private void handle(HttpExchange exchange) throws IOException {
    String call = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    calls.add(call);
    Answer answer =
        answers.getOrDefault(
            call,
            new Answer(404, "{\"kind\":\"Status\",\"message\":\"not found\"}", Duration.ZERO));
    if (!answer.after().isZero()) {
      LockSupport.parkNanos(answer.after().toNanos()); // a slow server is what is tested
    }
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.code(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /// Answers nobody any more.
  void stop() {
    server.stop(0);
  }

  @Override
  public void close() {
    stop();
    try {
      Files.delete(folder.resolve("config"));
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
