package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.operator.timing.Delays;
import java.time.Duration;

/// Reads single objects into the caches.
///
/// @param client reads
/// @param namespace the operator's
/// @param caches take the answers in
public record Reads(KubernetesClient client, String namespace, Caches caches) {

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Reads a NodeWright as it is now.
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

  /// Reads a Job as it is now.
  ///
  /// @throws KubernetesClientException when there is no answer
  public void reread(JobFacts seen) {
    Job now = client.batch().v1().jobs().inNamespace(namespace).withName(seen.name()).get();
    if (now == null) {
      caches.jobs().answeredGone(seen.name(), seen.uid());
    } else {
      caches.jobs().answered(now);
    }
  }

  /// Reads soon, again and again until there is an answer.
  ///
  /// @param read one of the above
  /// @param then called after that
  public static void soon(Runnable read, Delays delays, Runnable then) {
    delays.after(Duration.ZERO, () -> untilAnswered(read, delays, then));
  }

  private static void untilAnswered(Runnable read, Delays delays, Runnable then) {
    try {
      read.run();
    } catch (KubernetesClientException e) {
      delays.after(PAUSE, () -> untilAnswered(read, delays, then));
      return;
    }
    then.run();
  }
}
