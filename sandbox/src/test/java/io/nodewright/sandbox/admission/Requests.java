package io.nodewright.sandbox.admission;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Requests to the API server whose whole answer counts, warnings as well.
final class Requests {

  private static final String GROUP = "/apis/nodewright.nvidia.com/v1alpha1/";

  private final KubernetesClient client;

  Requests(KubernetesClient client) {
    this.client = client;
  }

  /// An answer.
  ///
  /// @param code of HTTP; 0 without an answer
  /// @param body as text
  /// @param warnings the headers of that name
  record Answer(int code, String body, List<String> warnings) {
    boolean accepted() {
      return code >= 200 && code < 300;
    }

    /// The text of a refusal, with all paths in one form: the schema's rules name a member of a map
    /// in brackets.
    String said() {
      return JsonMapper.shared()
          .readTree(body)
          .path("message")
          .asString("")
          .replaceAll("packages\\[([^\\]]+)\\]", "packages.$1");
    }
  }

  /// An object as it is stored.
  JsonNode read(String plural, String name) {
    return JsonMapper.shared().readTree(send("GET", plural + "/" + name, "").body());
  }

  /// Changes members of an object, for good.
  Answer patch(String plural, String name, String merge) {
    return send("PATCH", plural + "/" + name, merge, "application/merge-patch+json");
  }

  /// Creates an object, without storing it.
  Answer tryCreate(String plural, String yaml) {
    return send("POST", plural + "?dryRun=All", yaml);
  }

  /// Replaces an object, without storing it.
  Answer tryReplace(String plural, String name, String yaml) {
    return send("PUT", plural + "/" + name + "?dryRun=All", yaml);
  }

  private Answer send(String method, String path, String yaml) {
    return send(method, path, yaml, "application/yaml");
  }

  private Answer send(String method, String path, String body, String type) {
    try {
      URI server = URI.create(client.getMasterUrl().toString());
      HttpResponse<String> answer =
          client
              .getHttpClient()
              .sendAsync(
                  client
                      .getHttpClient()
                      .newHttpRequestBuilder()
                      .uri(server.resolve(GROUP + path).toString())
                      .method(method, type, body)
                      .build(),
                  String.class)
              .join();
      return new Answer(answer.code(), answer.body(), answer.headers("Warning"));
    } catch (CompletionException e) {
      return new Answer(0, String.valueOf(e.getCause()), List.of());
    }
  }
}
