package io.nodewright.sandbox.request;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Sends single requests and tells how they were answered.
public final class ApiRequests {
  /// Content type of a patch that replaces what it names.
  public static final String JSON_MERGE = "application/merge-patch+json";

  /// Content type of a patch that merges lists by their keys.
  public static final String STRATEGIC_MERGE = "application/strategic-merge-patch+json";

  /// The answer's status when there was none.
  public static final int UNANSWERED = 0;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final KubernetesClient client;

  /// Requests with the connection and the rights of `client`.
  public ApiRequests(KubernetesClient client) {
    this.client = client;
  }

  /// Patches the object at `path` with `patch`, which is turned into JSON.
  ///
  /// @param contentType one of the constants here
  public Answer patch(String path, String contentType, Object patch) {
    return send("PATCH", path, contentType, patch);
  }

  /// Deletes the object at `path`.
  ///
  /// @param options the DeleteOptions, which are turned into JSON
  public Answer delete(String path, Object options) {
    return send("DELETE", path, "application/json", options);
  }

  private Answer send(String method, String path, String contentType, Object body) {
    var http = client.getHttpClient();
    var request =
        http.newHttpRequestBuilder()
            .uri(URI.create(client.getMasterUrl().toString()).resolve(path))
            .method(method, contentType, client.getKubernetesSerialization().asJson(body))
            .build();
    try {
      HttpResponse<String> response =
          http.sendAsync(request, String.class).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(response.code(), response.isSuccessful() ? "" : response.body());
    } catch (ExecutionException | TimeoutException e) {
      return new Answer(UNANSWERED, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(UNANSWERED, "interrupted");
    }
  }

  /// How a request was answered.
  ///
  /// @param status the HTTP status, or [#UNANSWERED]
  /// @param problem what the server said of a request that it did not take
  public record Answer(int status, String problem) {
    /// Whether the request was taken.
    public boolean taken() {
      return status >= 200 && status < 300;
    }
  }
}
