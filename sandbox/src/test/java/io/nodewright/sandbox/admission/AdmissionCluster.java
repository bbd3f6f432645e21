package io.nodewright.sandbox.admission;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.nodewright.operator.admission.RecordedOnNodes;
import io.nodewright.operator.admission.WebhookManifests;
import io.nodewright.operator.admission.Webhooks;
import io.nodewright.operator.certificates.CertificateIdentity;
import io.nodewright.operator.certificates.CertificateSource;
import io.nodewright.operator.certificates.CertificateTimes;
import io.nodewright.operator.settings.Listen;
import io.nodewright.sandbox.Sandbox;
import io.nodewright.sandbox.SandboxOptions;
import io.nodewright.sandbox.TestFolder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A control plane with our kinds, and replicas of the webhooks behind a Service. There is no
/// network between Services and processes: the Service is an alias of this computer.
final class AdmissionCluster implements AutoCloseable {

  static final String NAMESPACE = "nodewright";
  static final String SERVICE = "nodewright-webhook-service";
  static final String SECRET = "webhook-cert";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final TestFolder folder = new TestFolder();
  private final Balancer balancer = new Balancer();
  private final Sandbox sandbox;
  private final List<Replica> replicas = new CopyOnWriteArrayList<>();

  /// A replica: its webhooks, and a client of its own.
  record Replica(Webhooks webhooks, KubernetesClient client) {}

  AdmissionCluster() throws IOException {
    sandbox = Sandbox.start(SandboxOptions.in(folder.path()));
    sandbox.installKinds();
    sandbox.createNamespace(NAMESPACE);
    service(SERVICE);
  }

  Sandbox sandbox() {
    return sandbox;
  }

  KubernetesClient client() {
    return sandbox.client();
  }

  Balancer balancer() {
    return balancer;
  }

  /// An alias of this computer.
  void service(String name) {
    client()
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withType("ExternalName")
                .withExternalName("localhost")
                .endSpec()
                .build())
        .create();
  }

  /// Starts a replica; it is called once it is ready.
  Replica start(CertificateTimes times, CertificateSource source) throws IOException {
    KubernetesClient own = new KubernetesClientBuilder().withConfig(sandbox.clientConfig()).build();
    Webhooks webhooks =
        new Webhooks(
            new Listen.At("127.0.0.1", freePort()),
            own,
            CertificateIdentity.of(NAMESPACE, SECRET, SERVICE, "cluster.local", true),
            times,
            source,
            new RecordedOnNodes(List::of));
    Replica replica = new Replica(webhooks, own);
    replicas.add(replica);
    Thread.ofVirtual().start(() -> callWhenReady(replica));
    return replica;
  }

  /// As a Service does: nobody is sent to a replica that is not ready.
  private void callWhenReady(Replica replica) {
    until("the replica is ready", () -> replica.webhooks().ready() || !replicas.contains(replica));
    if (replicas.contains(replica)) {
      balancer.add(replica.webhooks().port());
    }
  }

  /// Ends a replica as a rolling update does.
  void stop(Replica replica) {
    replica.webhooks().drain();
    balancer.remove(replica.webhooks().port());
    replica.webhooks().close();
    replica.client().close();
    replicas.remove(replica);
  }

  /// Installs the webhook configurations that call `service`.
  void install(String fullname, String service) {
    sandbox.apply(manifests(fullname, service));
  }

  /// The webhook configurations, calling the balancer's port.
  String manifests(String fullname, String service) {
    return WebhookManifests.yaml(fullname, NAMESPACE, service)
        .replace("port: 443", "port: " + balancer.port());
  }

  void awaitReady() {
    until("all replicas are ready", () -> replicas.stream().allMatch(r -> r.webhooks().ready()));
  }

  @Nullable Secret secret() {
    return client().secrets().inNamespace(NAMESPACE).withName(SECRET).get();
  }

  static void until(String what, BooleanSupplier holds) {
    Await.until(what, PATIENCE, holds);
  }

  @Override
  public void close() {
    List.copyOf(replicas).forEach(this::stop);
    balancer.close();
    sandbox.close();
    folder.close();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
