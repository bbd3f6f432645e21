package io.nodewright.operator.leadership;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.time.Duration;

/// The only client that writes come by: it asks the fence before each.
public final class FencedClient {

  /// How long a request may take. With the renew deadline before it, this ends before the lease
  /// does: 10 s and 4 s are less than 15 s.
  static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(4);

  private final KubernetesClient client;
  private final WriteFence fence;

  /// @param client its connections are shared; its time-outs are not
  /// @param fence asked before each write
  public FencedClient(KubernetesClient client, WriteFence fence) {
    this.client = client.newClient(requestConfig()).adapt(KubernetesClient.class);
    this.fence = fence;
  }

  /// The client, for exactly one write that begins now.
  ///
  /// @throws FenceClosed when this process does not lead
  public KubernetesClient forWrite() {
    if (!fence.isOpen()) {
      throw new FenceClosed();
    }
    return client;
  }

  /// The client, for a read.
  public KubernetesClient forRead() {
    return client;
  }

  /// Short and without tries of the library's own: who acts tries again, and asks the fence again.
  private static RequestConfig requestConfig() {
    return new RequestConfigBuilder()
        .withRequestTimeout((int) REQUEST_TIMEOUT.toMillis())
        .withRequestRetryBackoffLimit(0)
        .build();
  }
}
