package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.api.job.OwnedAttempt;
import io.nodewright.api.seen.Doubts;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.function.Supplier;

/// Reads what is not shown any more, one by one, and tells the caches what is there.
public final class LostObjects implements Doubts {

  private final KubernetesClient client;
  private final String namespace;
  private final Looks looks;
  private final Supplier<Caches> caches;

  /// @param namespace the operator's
  /// @param caches those that doubt
  public LostObjects(
      KubernetesClient client, String namespace, Looks looks, Supplier<Caches> caches) {
    this.client = client;
    this.namespace = namespace;
    this.looks = looks;
    this.caches = caches;
  }

  @Override
  public void nodeWright(NodeWrightView lost) {
    looks.look(
        () -> {
          NodeWright now = client.resources(NodeWright.class).withName(lost.name()).get();
          caches.get().nodeWrights().reread(lost.name(), lost.uid(), now);
        });
  }

  @Override
  public void job(JobFacts lost) {
    looks.look(
        () -> {
          Job now = client.batch().v1().jobs().inNamespace(namespace).withName(lost.name()).get();
          caches.get().jobs().reread(lost.name(), lost.uid(), now);
        });
  }

  @Override
  public void attempt(OwnedAttempt lost) {
    String name = lost.attempt().pod();
    looks.look(
        () -> {
          Pod now = client.pods().inNamespace(namespace).withName(name).get();
          caches.get().attempts().reread(name, lost.attempt().uid(), now);
        });
  }
}
