package io.nodewright.operator.leadership;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;

/// The only client that writes come by: it asks the fence before each.
public final class FencedClient {

  /// How long a request may take. With the renew deadline before it, this ends before the lease
  /// does: 10 s and 4 s are less than 15 s.
  static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(4);

  private final KubernetesClient client;
  private final PatchRequest patches;
  private final WriteFence fence;

  /// @param client its connections are shared; its time-outs are not
  /// @param fence asked before each write
  public FencedClient(KubernetesClient client, WriteFence fence) {
    this.client = client.newClient(requestConfig()).adapt(KubernetesClient.class);
    this.patches = new PatchRequest(this.client, REQUEST_TIMEOUT);
    this.fence = fence;
  }

  /// Sends one patch.
  ///
  /// @param path below the API server's address, such as `/api/v1/nodes/gpu1/status`
  /// @return the object as it is then
  /// @throws FenceClosed when this process does not lead
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException as the API server answered;
  ///   with code 0 when it did not
  public <T> T patch(String path, PatchType type, String body, Class<T> kind) {
    checkFence();
    return patches.send(path, type, body, kind);
  }

  /// The client, for exactly one write that begins now.
  ///
  /// @throws FenceClosed when this process does not lead
  public KubernetesClient forWrite() {
    checkFence();
    return client;
  }

  /// The client, for a read.
  public KubernetesClient forRead() {
    return client;
  }

  private void checkFence() {
    if (!fence.isOpen()) {
      throw new FenceClosed();
    }
  }

  /// Short and without tries of the library's own: who acts tries again, and asks the fence again.
  private static RequestConfig requestConfig() {
    return new RequestConfigBuilder()
        .withRequestTimeout((int) REQUEST_TIMEOUT.toMillis())
        .withRequestRetryBackoffLimit(0)
        .build();
  }
}
