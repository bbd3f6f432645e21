package io.nodewright.operator.certificates;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.nodewright.api.Keys;
import java.util.List;

/// Wakes whenever the Secret or a labelled webhook configuration changes; what is there is read
/// elsewhere.
final class CertificateWatches implements AutoCloseable {

  private final List<SharedIndexInformer<?>> informers;

  CertificateWatches(KubernetesClient client, CertificateIdentity identity, Runnable wake) {
    informers =
        List.of(
            informer(
                client.secrets().inNamespace(identity.namespace()).withName(identity.secret()),
                wake),
            informer(
                client
                    .admissionRegistration()
                    .v1()
                    .validatingWebhookConfigurations()
                    .withLabel(Keys.WEBHOOK_CONFIG),
                wake),
            informer(
                client
                    .admissionRegistration()
                    .v1()
                    .mutatingWebhookConfigurations()
                    .withLabel(Keys.WEBHOOK_CONFIG),
                wake));
  }

  void start() {
    informers.forEach(SharedIndexInformer::start);
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::stop);
  }

  private static <T extends HasMetadata> SharedIndexInformer<T> informer(
      Informable<T> selection, Runnable wake) {
    SharedIndexInformer<T> informer = selection.runnableInformer(0);
    informer.exceptionHandler((_, _) -> true); // for ever: an outage is not our end
    informer.addEventHandler(new Alarm<>(wake));
    return informer;
  }

  private record Alarm<T>(Runnable wake) implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
      wake.run();
    }

    @Override
    public void onUpdate(T before, T now) {
      wake.run();
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
      wake.run();
    }
  }
}
