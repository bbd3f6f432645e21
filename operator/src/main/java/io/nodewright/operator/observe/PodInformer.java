package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import io.nodewright.api.pod.PodViews;
import io.nodewright.api.seen.PodWatch;
import io.nodewright.engine.drain.PodView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One watch of pods, trimmed to their views, by UID. A lost watch is taken up again for ever.
final class PodInformer implements PodWatch {

  private final SharedIndexInformer<Pod> informer;
  private final PodViews read;
  private final Runnable news;
  private final Map<String, PodView> pods = new TreeMap<>();

  /// Starts watching.
  ///
  /// @param selection which pods
  /// @param news told when anything changed that decisions are made of
  PodInformer(KubernetesClient client, Informable<Pod> selection, PodViews read, Runnable news) {
    this.read = read;
    this.news = news;
    this.informer = selection.runnableInformer(0);
    informer.removeNamespaceIndex();
    informer.itemStore(
        new ReducedStateItemStore<>(
            ReducedStateItemStore.UID_KEY_STATE, Pod.class, client.getKubernetesSerialization()));
    informer.exceptionHandler((_, _) -> true);
    informer.addEventHandler(new Changes());
    informer.start().thenRun(news);
  }

  @Override
  public boolean known() {
    return informer.hasSynced();
  }

  @Override
  public synchronized List<PodView> pods() {
    return List.copyOf(pods.values());
  }

  @Override
  public void close() {
    informer.stop();
  }

  private final class Changes implements ResourceEventHandler<Pod> {
    @Override
    public void onAdd(Pod pod) {
      put(pod);
    }

    @Override
    public void onUpdate(Pod before, Pod now) {
      put(now);
    }

    @Override
    public void onDelete(Pod pod, boolean finalStateUnknown) {
      boolean gone;
      synchronized (PodInformer.this) {
        gone = pods.remove(pod.getMetadata().getUid()) != null;
      }
      if (gone) {
        news.run();
      }
    }
  }

  private void put(Pod pod) {
    Optional<PodView> now = read.of(pod);
    if (now.isEmpty()) {
      return;
    }
    PodView before;
    synchronized (this) {
      before = pods.put(now.get().ref().uid(), now.get());
    }
    if (!now.get().equals(before)) {
      news.run();
    }
  }
}
