package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.DeploymentPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The informers that fill the caches, all but that of NodeWrights, which is the reconciler's own.
/// They are started once and go on through outages: a lost watch is taken up again, and a list
/// closes what it missed.
public final class Informers implements AutoCloseable {

  /// Objects of one page of a list: some megabytes of nodes at most.
  public static final long PAGE = 500;

  private final List<SharedIndexInformer<?>> informers = new ArrayList<>();

  /// @param namespace the operator's
  public Informers(KubernetesClient client, String namespace, Caches caches) {
    add(client.nodes().withLimit(PAGE), caches.nodes());
    add(client.resources(DeploymentPolicy.class).withLimit(PAGE), caches.policies());
    add(
        client.batch().v1().jobs().inNamespace(namespace).withLabel(Keys.NAME).withLimit(PAGE),
        caches.jobs());
    add(
        client.pods().inNamespace(namespace).withLabel(Keys.NAME).withLimit(PAGE),
        caches.attempts());
    add(
        client.configMaps().inNamespace(namespace).withLabel(Keys.NAME).withLimit(PAGE),
        caches.configMaps());
    add(
        client.configMaps().inNamespace(namespace).withLabel(Keys.NODE_METADATA).withLimit(PAGE),
        caches.metadata());
  }

  /// Starts all of them.
  ///
  /// @return completes when each has listed what there is
  public CompletableFuture<Void> start() {
    return CompletableFuture.allOf(
        informers.stream()
            .map(informer -> informer.start().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new));
  }

  /// Whether each has listed what there is.
  public boolean synced() {
    return informers.stream().allMatch(SharedIndexInformer::hasSynced);
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::stop);
  }

  private <T extends HasMetadata> void add(Informable<T> selection, TrimmedCache<T, ?> cache) {
    SharedIndexInformer<T> informer = selection.runnableInformer(0);
    informer.removeNamespaceIndex();
    informer.itemStore(cache);
    informer.exceptionHandler((_, _) -> true); // for ever: an outage is not our end
    informer.addEventHandler(new ListEnd<>(cache));
    informers.add(informer);
  }

  /// Tells the cache when a list is complete; changes reach it as the store that it is.
  private record ListEnd<T extends HasMetadata>(TrimmedCache<T, ?> cache)
      implements ResourceEventHandler<T> {
    @Override
    public void onList(String resourceVersion, boolean remainedEmpty) {
      cache.listed(resourceVersion);
    }

    @Override
    public void onAdd(T object) {}

    @Override
    public void onUpdate(T before, T now) {}

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {}
  }
}
