package io.nodewright.operator.metrics;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.prometheus.metrics.core.metrics.Counter;
import java.nio.ByteBuffer;
import java.util.List;

/// Counts requests to the API server by method and answer, under the name that Kubernetes' own
/// components use.
public final class RequestCounter implements Interceptor {

  private static final String NO_ANSWER = "<error>";

  private final Counter requests =
      Counter.builder()
          .name("rest_client_requests_total")
          .help("Requests to the API server by method and status code; <error> without an answer.")
          .labelNames("method", "code")
          .build();

  Counter requests() {
    return requests;
  }

  @Override
  public void after(
      HttpRequest request,
      HttpResponse<?> response,
      AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    requests.labelValues(request.method(), String.valueOf(response.code())).inc();
  }

  @Override
  public void afterConnectionFailure(HttpRequest request, Throwable failure) {
    requests.labelValues(request.method(), NO_ANSWER).inc();
  }
}
