package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.nodewright.api.pod.PodViews;
import io.nodewright.api.seen.PodWatch;
import io.nodewright.api.seen.PodWatches;
import io.nodewright.api.value.Selectors;
import io.nodewright.engine.rollout.LabelSelector;

/// Watches of pods on a real cluster, each its own.
public final class ClusterPods implements PodWatches {

  private final KubernetesClient client;
  private final PodViews read;

  /// @param namespace the operator's
  public ClusterPods(KubernetesClient client, String namespace) {
    this.client = client;
    this.read = new PodViews(namespace);
  }

  @Override
  public PodWatch ofNode(String node, Runnable news) {
    return watch(
        client.pods().inAnyNamespace().withField("spec.nodeName", node).withLimit(Informers.PAGE),
        news);
  }

  @Override
  public PodWatch ofSelector(LabelSelector selector, Runnable news) {
    return watch(
        client
            .pods()
            .inAnyNamespace()
            .withLabelSelector(Selectors.write(selector))
            .withLimit(Informers.PAGE),
        news);
  }

  private PodWatch watch(Informable<Pod> selection, Runnable news) {
    return new PodInformer(client, selection, read, news);
  }
}
