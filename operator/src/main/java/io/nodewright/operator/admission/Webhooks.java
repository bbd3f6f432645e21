package io.nodewright.operator.admission;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.nodewright.api.admission.PolicyDefaults;
import io.nodewright.api.admission.RecordedPackages;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.operator.certificates.CertificateIdentity;
import io.nodewright.operator.certificates.CertificateKeeper;
import io.nodewright.operator.certificates.CertificateSource;
import io.nodewright.operator.certificates.CertificateTimes;
import io.nodewright.operator.certificates.ServedCertificate;
import io.nodewright.operator.settings.Listen;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The webhooks of one replica: the server, and its certificate. Every replica serves, whoever
/// leads.
public final class Webhooks implements AutoCloseable {

  /// Where a webhook is called: `/<verb>-nodewright-nvidia-com-v1alpha1-<kind>` (01 §1).
  private static final String PATH = "/%s-nodewright-nvidia-com-v1alpha1-%s";

  private final ServedCertificate served = new ServedCertificate();
  private final CertificateKeeper keeper;
  private final AdmissionServer server;

  /// Begins to serve; handshakes fail until the first certificate is there.
  ///
  /// @param client for look-ups, the Secret and the webhook configurations
  /// @param recorded which nodes record which packages of a stored NodeWright
  /// @throws IOException when the port cannot be had
  public Webhooks(
      Listen.At at,
      KubernetesClient client,
      CertificateIdentity identity,
      CertificateTimes times,
      CertificateSource source,
      Function<NodeWright, RecordedPackages> recorded)
      throws IOException {
    LookUps lookUps = new LookUps(client);
    server =
        new AdmissionServer(
            at,
            served.context(),
            Map.of(
                PATH.formatted("mutate", "nodewright"),
                _ -> AdmissionAnswer.adding(List.of()),
                PATH.formatted("validate", "nodewright"),
                new NodeWrightValidation(recorded, lookUps::policy),
                PATH.formatted("mutate", "deploymentpolicy"),
                request -> AdmissionAnswer.adding(PolicyDefaults.missing(request.object())),
                PATH.formatted("validate", "deploymentpolicy"),
                new PolicyValidation(lookUps::usersOf)));
    keeper = new CertificateKeeper(client, identity, times, source, served, Clock.systemUTC());
    keeper.start();
  }

  /// The port that is served.
  public int port() {
    return server.port();
  }

  /// Serial number of the certificate that is served; empty before the first.
  public String certificate() {
    return served.serial();
  }

  /// Whether API servers can call us (O10).
  public boolean ready() {
    return keeper.ready();
  }

  /// How many looks at the Secret and the configurations have ended well.
  public long looks() {
    return keeper.looks();
  }

  /// Asks clients to go to another replica; requests are still answered.
  public void drain() {
    server.drain();
  }

  @Override
  public void close() {
    keeper.close();
    server.close();
  }
}
