package io.nodewright.operator.leadership;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// One PATCH and nothing else. The library's own reads the object before each patch, which would
/// double the requests of a rollout, and decide on what the patch itself tests.
final class PatchRequest {

  private final KubernetesClient client;
  private final Duration timeout;

  PatchRequest(KubernetesClient client, Duration timeout) {
    this.client = client;
    this.timeout = timeout;
  }

  /// @param path below the API server's address, with a leading slash
  /// @throws KubernetesClientException as the API server answered; with code 0 when it did not
  <T> T send(String path, PatchType type, String body, Class<T> kind) {
    String server = client.getMasterUrl().toString();
    HttpRequest request =
        client
            .getHttpClient()
            .newHttpRequestBuilder()
            .uri((server.endsWith("/") ? server.substring(0, server.length() - 1) : server) + path)
            .method("PATCH", type.getContentType(), body)
            .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .build();
    HttpResponse<byte[]> answer = await(client.getHttpClient().sendAsync(request, byte[].class));
    String text = new String(answer.body(), StandardCharsets.UTF_8);
    if (!answer.isSuccessful()) {
      throw refusal(answer.code(), text);
    }
    return client.getKubernetesSerialization().unmarshal(text, kind);
  }

  /// Waits for the whole answer: the library's time-out ends with its first byte.
  private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> answer) {
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KubernetesClientException("interrupted while waiting for the answer", e);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new KubernetesClientException("no answer within " + timeout, e);
    } catch (ExecutionException e) {
      throw new KubernetesClientException("no answer: " + e.getCause(), e);
    }
  }

  private KubernetesClientException refusal(int code, String text) {
    Status status = status(text);
    String message =
        status == null || status.getMessage() == null ? "status " + code : status.getMessage();
    return new KubernetesClientException(message, code, status);
  }

  /// A proxy between us and the API server answers with something else.
  private @Nullable Status status(String text) {
    try {
      return client.getKubernetesSerialization().unmarshal(text, Status.class);
    } catch (KubernetesClientException | JacksonException e) {
      return null;
    }
  }
}
