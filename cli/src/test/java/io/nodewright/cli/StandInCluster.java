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
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An API server that answers as it is told to and writes down each call. What it was not told of
/// is not there (404).
final class StandInCluster implements AutoCloseable {

  static final String DEPLOYMENT =
      """
      {"metadata":{"name":"op","namespace":"%s","labels":{"control-plane":"controller-manager",
      "app.kubernetes.io/name":"nodewright"}},"spec":{"template":{"spec":{"containers":[{"image":"%s"}]}}}}
      """;

  private record Answer(int code, String body, Duration after) {}

  private static final Answer NOT_FOUND =
      new Answer(404, "{\"kind\":\"Status\",\"message\":\"not found\"}", Duration.ZERO);

  private final HttpServer server;
  private final Path folder;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Map<String, Queue<String>> turns = new ConcurrentHashMap<>();
  private final Map<String, List<String>> paged = new ConcurrentHashMap<>();
  private final List<String> queries = new CopyOnWriteArrayList<>();
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

  /// Answers calls like that with each of these in turn, and with the last one ever after.
  void answersInTurn(String call, String... bodies) {
    answers.put(call, new Answer(200, bodies[bodies.length - 1], Duration.ZERO));
    turns.put(call, new ConcurrentLinkedQueue<>(List.of(bodies)));
  }

  /// Answers calls for that list by pages, as large as the call asks for.
  void pages(String call, List<String> items) {
    paged.put(call, List.copyOf(items));
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

  /// The queries of all calls that have one, as they were sent.
  List<String> queries() {
    return List.copyOf(queries);
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
    String query = String.valueOf(exchange.getRequestURI().getRawQuery());
    queries.add(query);
    Answer answer = answer(call, query);
    if (!answer.after().isZero()) {
      LockSupport.parkNanos(answer.after().toNanos()); // a slow server is what is tested
    }
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.code(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Answer answer(String call, String query) {
    Queue<String> turn = turns.get(call + "?" + query);
    String next = turn == null ? null : turn.poll();
    if (turn == null) {
      turn = turns.get(call);
      next = turn == null ? null : turn.poll();
    }
    if (next != null) {
      return new Answer(200, next, Duration.ZERO);
    }
    List<String> items = paged.get(call);
    if (items != null) {
      return page(items, query);
    }
    Answer whole = answers.getOrDefault(call, NOT_FOUND);
    return answers.getOrDefault(call + "?" + query, whole);
  }

  private static Answer page(List<String> items, String query) {
    int from = number(query, "continue", 0);
    int to = Math.min(items.size(), from + number(query, "limit", items.size()));
    String next = to < items.size() ? Integer.toString(to) : "";
    String text =
        "{\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"%s\"},\"items\":[%s]}"
            .formatted(next, String.join(",", items.subList(from, to)));
    return new Answer(200, text, Duration.ZERO);
  }

  private static int number(String query, String name, int otherwise) {
    Matcher found = Pattern.compile("(?:^|&)" + name + "=([0-9]+)").matcher(query);
    return found.find() ? Integer.parseInt(found.group(1)) : otherwise;
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
