package io.nodewright.operator.observe;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.operator.timing.Delays;
import java.time.Duration;

/// Reads single NodeWrights into the cache.
///
/// @param client reads
/// @param caches takes the answers in
public record NodeWrightReads(KubernetesClient client, Caches caches) {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Reads it as it is now.
  ///
  /// @throws KubernetesClientException when there is no answer
  public void reread(NodeWrightView seen) {
    NodeWright now = client.resources(NodeWright.class).withName(seen.name()).get();
    if (now == null) {
      caches.nodeWrights().answeredGone(seen.name(), seen.uid());
    } else {
      caches.nodeWrights().answered(now);
    }
  }

  /// Reads it soon, again and again until there is an answer.
  ///
  /// @param then called after that
  public void rereadSoon(NodeWrightView seen, Delays delays, Runnable then) {
    delays.after(Duration.ZERO, () -> untilAnswered(seen, delays, then));
  }

  private void untilAnswered(NodeWrightView seen, Delays delays, Runnable then) {
    try {
      reread(seen);
    } catch (KubernetesClientException e) {
      delays.after(PAUSE, () -> untilAnswered(seen, delays, then));
      return;
    }
    then.run();
  }
}
