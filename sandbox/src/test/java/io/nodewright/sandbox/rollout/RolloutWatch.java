package io.nodewright.sandbox.rollout;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.nodewright.api.Keys;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/// Watches a workload and the nodes during a rollout, and keeps the extremes of what it saw.
final class RolloutWatch implements AutoCloseable {
  private final Set<String> healthy = new HashSet<>();
  private final Set<String> ours = new HashSet<>();
  private final SharedIndexInformer<Pod> pods;
  private final SharedIndexInformer<Node> nodes;
  private int leastHealthy;
  private int mostOurs;

  /// Watches the Pods of `app` in the namespace default, and all nodes.
  RolloutWatch(KubernetesClient client, String app) {
    pods =
        client
            .pods()
            .inNamespace("default")
            .withLabel("app", app)
            .inform(new Kept<>(healthy, RolloutWatch::serves));
    nodes = client.nodes().inform(new Kept<>(ours, RolloutWatch::ours));
  }

  /// From now on extremes are kept.
  synchronized void begin() {
    leastHealthy = healthy.size();
    mostOurs = ours.size();
  }

  /// How many Pods of the workload serve now, as the disruption controller counts them.
  synchronized int healthy() {
    return healthy.size();
  }

  /// The least that served at any time since it began.
  synchronized int leastHealthy() {
    return leastHealthy;
  }

  /// The most nodes that had a cordon of ours at any time since it began.
  synchronized int mostOurs() {
    return mostOurs;
  }

  /// Whether a NodeWright holds a cordon on `node`.
  static boolean ours(Node node) {
    return node.getMetadata().getAnnotations() != null
        && node.getMetadata().getAnnotations().keySet().stream()
            .anyMatch(key -> key.startsWith(Keys.cordon("")));
  }

  @Override
  public void close() {
    pods.close();
    nodes.close();
  }

  private static boolean serves(Pod pod) {
    return pod.getMetadata().getDeletionTimestamp() == null && Readiness.isPodReady(pod);
  }

  private synchronized void keep(Set<String> kept, String name, boolean holds) {
    if (holds) {
      kept.add(name);
    } else {
      kept.remove(name);
    }
    leastHealthy = Math.min(leastHealthy, healthy.size());
    mostOurs = Math.max(mostOurs, ours.size());
  }

  /// Keeps the names of the objects for which something holds.
  private final class Kept<T extends HasMetadata> implements ResourceEventHandler<T> {
    private final Set<String> names;
    private final Predicate<T> holds;

    private Kept(Set<String> names, Predicate<T> holds) {
      this.names = names;
      this.holds = holds;
    }

    @Override
    public void onAdd(T object) {
      keep(names, object.getMetadata().getName(), holds.test(object));
    }

    @Override
    public void onUpdate(T before, T now) {
      keep(names, now.getMetadata().getName(), holds.test(now));
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
      keep(names, object.getMetadata().getName(), false);
    }
  }
}
