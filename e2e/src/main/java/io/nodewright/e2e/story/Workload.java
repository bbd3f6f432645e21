package io.nodewright.e2e.story;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.e2e.cluster.TestImages;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// A Deployment behind a PodDisruptionBudget, watched for how many of its pods are ready.
public final class Workload implements AutoCloseable {
  private static final int REPLICAS = 4;

  /// What the budget leaves.
  public static final int LEAST = 3;

  private static final Duration SERVES_WITHIN = Duration.ofMinutes(2);
  private static final long PAUSE_MILLIS = 200;

  private final RealCluster cluster;
  private final AtomicBoolean watching = new AtomicBoolean(true);
  private final AtomicInteger least = new AtomicInteger(REPLICAS);
  private final AtomicInteger looks = new AtomicInteger();
  private final Thread watcher;

  /// Starts it and returns when all of it is ready; from then on it is watched.
  public Workload(RealCluster cluster) {
    this.cluster = cluster;
    cluster.apply(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: shop, namespace: default}
        spec:
          replicas: %d
          selector: {matchLabels: {app: shop}}
          template:
            metadata: {labels: {app: shop}}
            spec:
              terminationGracePeriodSeconds: 1
              topologySpreadConstraints:
              - maxSkew: 1
                topologyKey: kubernetes.io/hostname
                whenUnsatisfiable: ScheduleAnyway
                labelSelector: {matchLabels: {app: shop}}
              containers:
              - name: shop
                image: %s
                command: [sleep, infinity]
        """
            .formatted(REPLICAS, TestImages.reference("motd", "1.0.0")));
    cluster.apply(
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: shop, namespace: default}
        spec: {minAvailable: %d, selector: {matchLabels: {app: shop}}}
        """
            .formatted(LEAST));
    cluster.until("the workload serves", SERVES_WITHIN, () -> ready() == REPLICAS);
    watcher = Thread.ofVirtual().start(this::watch);
  }

  /// The fewest ready pods that were seen at any time.
  public int least() {
    return least.get();
  }

  /// How often it was looked at.
  public int looks() {
    return looks.get();
  }

  @Override
  public void close() {
    watching.set(false);
    watcher.interrupt();
  }

  private void watch() {
    while (watching.get()) {
      try {
        least.accumulateAndGet(ready(), Math::min);
        looks.incrementAndGet();
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      } catch (KubernetesClientException | IllegalStateException _) {
        // not answered, or the run is being broken off: nothing was seen
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  private int ready() {
    return (int)
        cluster
            .client()
            .pods()
            .inNamespace("default")
            .withLabel("app", "shop")
            .list()
            .getItems()
            .stream()
            .filter(Workload::serves)
            .count();
  }

  private static boolean serves(Pod pod) {
    return Readiness.isPodReady(pod) && pod.getMetadata().getDeletionTimestamp() == null;
  }
}
