package io.nodewright.sandbox.rollout;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.nodewright.api.Keys;
import java.util.ArrayList;
import java.util.List;

/// Every version of one node from now on, as far as gates are concerned.
final class NodeHistory implements AutoCloseable {
  private final List<Seen> all = new ArrayList<>();
  private final Watch watch;

  NodeHistory(KubernetesClient client, String node, String nodeWright) {
    watch =
        client
            .nodes()
            .withName(node)
            .watch(
                new Watcher<>() {
                  @Override
                  public void eventReceived(Action action, Node seen) {
                    if (action != Action.DELETED) {
                      note(seen, nodeWright);
                    }
                  }

                  @Override
                  public void onClose(WatcherException cause) {
                    throw new IllegalStateException("the watch of " + node + " broke", cause);
                  }
                });
  }

  private synchronized void note(Node node, String nodeWright) {
    var annotations = node.getMetadata().getAnnotations();
    all.add(
        new Seen(
            node.getSpec().getTaints().stream()
                .anyMatch(taint -> taint.getKey().equals(Keys.GROUP)),
            annotations != null
                && annotations.keySet().stream().anyMatch(key -> key.startsWith(Keys.PREFIX)),
            annotations == null ? "" : annotations.getOrDefault(Keys.status(nodeWright), "")));
  }

  /// What was seen, in order.
  synchronized List<Seen> all() {
    return List.copyOf(all);
  }

  @Override
  public void close() {
    watch.close();
  }

  /// A version of the node.
  ///
  /// @param gated whether it has the runtime-required taint
  /// @param touched whether it carries an annotation of ours
  /// @param status its status for the NodeWright; empty for none
  record Seen(boolean gated, boolean touched, String status) {}
}
