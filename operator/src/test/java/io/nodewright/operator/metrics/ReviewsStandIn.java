package io.nodewright.operator.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The two reviews of an API server: it knows the tokens `reader` and `stranger`, and the first
/// one's user may get `/metrics`.
final class ReviewsStandIn implements AutoCloseable {

  private final HttpServer server;
  private final KubernetesClient client;
  private final List<String> asked = new CopyOnWriteArrayList<>();

  ReviewsStandIn() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/apis/authentication.k8s.io/v1/tokenreviews", each -> answer(each, this::whose));
    server.createContext(
        "/apis/authorization.k8s.io/v1/subjectaccessreviews", each -> answer(each, this::may));
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(Config.empty())
                    .withMasterUrl("http://localhost:" + server.getAddress().getPort())
                    .withRequestTimeout(2_000)
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();
  }

  KubernetesClient client() {
    return client;
  }

  /// What was asked so far: `token <token>` and `<verb> <path> <user> <groups>`.
  List<String> asked() {
    return List.copyOf(asked);
  }

  /// From now on nobody answers.
  void end() {
    server.stop(0);
  }

  @Override
  public void close() {
    client.close();
    server.stop(0);
  }

  private interface Review {
    void fill(JsonNode spec, ObjectNode status);
  }

  private void whose(JsonNode spec, ObjectNode status) {
    String token = spec.path("token").asString();
    asked.add("token " + token);
    boolean known = token.equals("reader") || token.equals("stranger");
    status.put("authenticated", known);
    if (known) {
      ObjectNode user = status.putObject("user");
      user.put("username", "user-" + token);
      user.put("uid", "u");
      user.putArray("groups").add("g");
    } else {
      status.put("error", "no such token");
    }
  }

  private void may(JsonNode spec, ObjectNode status) {
    JsonNode path = spec.path("nonResourceAttributes");
    String question =
        "%s %s %s %s"
            .formatted(
                path.path("verb").asString(),
                path.path("path").asString(),
                spec.path("user").asString(),
                spec.path("groups").toString());
    asked.add(question);
    status.put("allowed", question.equals("get /metrics user-reader [\"g\"]"));
  }

  private static void answer(HttpExchange exchange, Review review) throws IOException {
    try (exchange) {
      ObjectNode body =
          (ObjectNode) JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
      review.fill(body.path("spec"), body.putObject("status"));
      byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(201, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
