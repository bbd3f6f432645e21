package io.nodewright.sandbox.admission;

import static io.nodewright.sandbox.admission.AdmissionCluster.NAMESPACE;
import static io.nodewright.sandbox.admission.AdmissionCluster.SECRET;
import static io.nodewright.sandbox.admission.AdmissionCluster.SERVICE;
import static io.nodewright.sandbox.admission.AdmissionCluster.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.nodewright.operator.certificates.CertificateSource;
import io.nodewright.operator.certificates.CertificateTimes;
import io.nodewright.sandbox.admission.AdmissionCluster.Replica;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Certificates from the first one on, against a real API server (contract 08 §5 and §6).
@Tag("sandbox")
class CertificatesTest {

  private static final CertificateTimes LONG =
      new CertificateTimes(
          Duration.ofDays(1), Duration.ofMinutes(5), Duration.ofSeconds(1), Duration.ofSeconds(1));

  private final AdmissionCluster cluster = new AdmissionCluster();

  CertificatesTest() throws IOException {}

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  @DisplayName("O11 two rotations with two replicas under constant load, without a failed write")
  void twoRotations() throws Exception {
    rotate(2, scaled(15));
  }

  @Test
  @Tag("slow")
  @DisplayName("O11 ten rotations of certificates that live a minute, without a failed write")
  void tenRotations() throws Exception {
    rotate(10, scaled(60));
  }

  /// A year and its five minutes, in seconds.
  private static CertificateTimes scaled(int seconds) {
    Duration life = Duration.ofSeconds(seconds);
    return new CertificateTimes(
        life, life.dividedBy(4), life.dividedBy(12), Duration.ofMillis(300));
  }

  private void rotate(int rotations, CertificateTimes times) throws Exception {
    cluster.install("nodewright", SERVICE);
    Replica first = cluster.start(times, CertificateSource.OPERATOR);
    Replica second = cluster.start(times, CertificateSource.OPERATOR);
    cluster.awaitReady();
    awaitCalls();
    try (Load load = new Load(cluster.client())) {
      for (int i = 0; i < rotations; i++) {
        String before = first.webhooks().certificate();
        until(
            "both replicas serve a new certificate",
            () ->
                !first.webhooks().certificate().equals(before)
                    && first.webhooks().certificate().equals(second.webhooks().certificate()));
        long judged = load.judged();
        until("writes go on", () -> load.judged() > judged + 20 || !load.failures().isEmpty());
        assertEquals(List.of(), load.failures());
      }
      until("the last old authority is forgotten", () -> trusted().size() == 1);
      long judged = load.judged();
      until("writes go on", () -> load.judged() > judged + 20 || !load.failures().isEmpty());
      assertEquals(List.of(), load.failures());
      System.out.println(rotations + " rotations, " + load.judged() + " writes, none failed");
    }
  }

  @Test
  @DisplayName("O11 replicas are replaced one by one under constant load, without a failed write")
  void rollingUpdate() throws Exception {
    cluster.install("nodewright", SERVICE);
    List<Replica> old =
        List.of(
            cluster.start(LONG, CertificateSource.OPERATOR),
            cluster.start(LONG, CertificateSource.OPERATOR));
    cluster.awaitReady();
    awaitCalls();
    try (Load load = new Load(cluster.client())) {
      for (Replica each : old) {
        cluster.start(LONG, CertificateSource.OPERATOR);
        cluster.awaitReady();
        each.webhooks().drain();
        cluster.balancer().remove(each.webhooks().port());
        long judged = load.judged();
        until("writes go on", () -> load.judged() > judged + 200 || !load.failures().isEmpty());
        cluster.stop(each);
        long after = load.judged();
        until("writes go on", () -> load.judged() > after + 200 || !load.failures().isEmpty());
      }
      assertEquals(List.of(), load.failures());
    }
  }

  @Test
  @DisplayName("O11 a new Service name, a lost name or a broken Secret makes a new certificate")
  void triggers() throws Exception {
    cluster.install("nodewright", SERVICE);
    Replica replica = cluster.start(LONG, CertificateSource.OPERATOR);
    cluster.awaitReady();
    awaitCalls();
    try (Load load = new Load(cluster.client())) {
      for (Map<String, String> change :
          List.of(
              Map.of("annotation", "another-service"),
              Map.of("tls.crt", ""),
              Map.of("tls.key", "bm8ga2V5"))) {
        String before = replica.webhooks().certificate();
        damage(change);
        until(
            "a new certificate after " + change,
            () -> !replica.webhooks().certificate().equals(before));
      }
      cluster.client().secrets().inNamespace(NAMESPACE).withName(SECRET).delete();
      until("the Secret is made again", () -> cluster.secret() != null);
      assertEquals(List.of(), load.failures());
    }
    cluster.awaitReady();
    awaitCalls();
  }

  @Test
  @DisplayName("O11 after an outage of the API server certificates are looked after as before")
  void outage() throws Exception {
    cluster.install("nodewright", SERVICE);
    Replica replica = cluster.start(LONG, CertificateSource.OPERATOR);
    cluster.awaitReady();
    awaitCalls();
    String served = replica.webhooks().certificate();

    cluster.sandbox().stopApiServer();
    assertTrue(replica.webhooks().ready(), "what is served is no worse for it");
    cluster.sandbox().startApiServer();

    awaitCalls();
    assertEquals(served, replica.webhooks().certificate());
    damage(Map.of("annotation", "another-service"));
    until("a new certificate", () -> !replica.webhooks().certificate().equals(served));
    awaitCalls();
  }

  @Test
  @DisplayName("O10 a replica is not ready before the API server trusts what it serves")
  void readiness() throws Exception {
    cluster.install("nodewright", SERVICE);
    Replica replica = cluster.start(LONG, CertificateSource.EXTERNAL);
    until("it has looked", () -> replica.webhooks().looks() > 0);
    assertFalse(replica.webhooks().ready(), "no certificate, and nobody makes one");
    cluster.stop(replica);
    Replica own = cluster.start(LONG, CertificateSource.OPERATOR);
    until("it is ready", () -> own.webhooks().ready());
    assertTrue(trusted().stream().noneMatch(String::isEmpty), "ready without trust");
    // An installer that takes the trust away makes a gap, which is filled at once.
    cluster
        .client()
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName("nodewright-validating-webhook")
        .edit(
            each -> {
              each.getWebhooks().forEach(one -> one.getClientConfig().setCaBundle(""));
              return each;
            });
    until("the trust is back", () -> trusted().stream().noneMatch(String::isEmpty));
    awaitCalls();
  }

  @Test
  @DisplayName("O12 every entry of ours is trusted, and no foreign one is touched")
  void foreignConfigurations() throws Exception {
    cluster.install("nodewright", SERVICE);
    cluster.install("other", "other-service");
    cluster
        .sandbox()
        .apply(
            cluster
                .manifests("unlabelled", SERVICE)
                .replace("nodewright.nvidia.com/webhook-config", "example.com/other"));
    cluster.start(LONG, CertificateSource.OPERATOR);
    cluster.awaitReady();

    assertEquals(2, bundles("nodewright").stream().filter(each -> !each.isEmpty()).count());
    assertEquals(List.of("", ""), bundles("other"));
    assertEquals(List.of("", ""), bundles("unlabelled"));
  }

  @Test
  @DisplayName("O9 a replica that nobody calls, beside another Service, makes no certificate")
  void nobodyCallsUs() throws Exception {
    cluster.install("nodewright", "renamed-service");
    Replica replica = cluster.start(LONG, CertificateSource.OPERATOR);
    until("it has looked twice", () -> replica.webhooks().looks() >= 2);
    assertEquals(null, cluster.secret());
    assertFalse(replica.webhooks().ready());

    cluster.install("nodewright", SERVICE);
    until("it makes one when it is called", () -> replica.webhooks().ready());
    Secret made = Objects.requireNonNull(cluster.secret());
    assertEquals("kubernetes.io/tls", made.getType());
    assertEquals(SERVICE, made.getMetadata().getAnnotations().get("nodewright.nvidia.com/service"));
    assertTrue(made.getMetadata().getAnnotations().containsKey("nodewright.nvidia.com/expiration"));
  }

  @Test
  void anothersCertificateIsServedAndNothingIsWritten() throws Exception {
    cluster.install("nodewright", SERVICE);
    Replica maker = cluster.start(LONG, CertificateSource.OPERATOR);
    cluster.awaitReady();
    cluster.stop(maker);
    String stored = Objects.requireNonNull(cluster.secret()).getMetadata().getResourceVersion();

    Replica replica = cluster.start(LONG, CertificateSource.EXTERNAL);
    cluster.awaitReady();
    awaitCalls();
    damage(Map.of("annotation", "another-service"));
    String damaged = Objects.requireNonNull(cluster.secret()).getMetadata().getResourceVersion();
    assertFalse(stored.equals(damaged));
    assertTrue(replica.webhooks().ready());
    assertEquals(
        damaged, Objects.requireNonNull(cluster.secret()).getMetadata().getResourceVersion());
  }

  private void damage(Map<String, String> change) {
    cluster
        .client()
        .secrets()
        .inNamespace(NAMESPACE)
        .withName(SECRET)
        .edit(
            secret -> {
              SecretBuilder edited = new SecretBuilder(secret);
              change.forEach(
                  (key, value) -> {
                    if (key.equals("annotation")) {
                      edited
                          .editMetadata()
                          .addToAnnotations("nodewright.nvidia.com/service", value)
                          .endMetadata();
                    } else {
                      edited.addToData(key, value);
                    }
                  });
              return edited.build();
            });
  }

  /// The configurations are with the API server at once; that it goes by them takes a moment.
  private void awaitCalls() {
    Requests requests = new Requests(cluster.client());
    String policy =
        """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: DeploymentPolicy
        metadata: {name: probe}
        spec: {default: {budget: {count: 1}}}
        """;
    until(
        "the API server calls the webhooks",
        () -> requests.tryCreate("deploymentpolicies", policy).accepted());
  }

  /// What our entries trust, each bundle once.
  private List<String> trusted() {
    return bundles("nodewright").stream()
        .distinct()
        .flatMap(each -> each.isEmpty() ? Stream.of("") : certificates(each))
        .toList();
  }

  private static Stream<String> certificates(String bundle) {
    String text = new String(Base64.getDecoder().decode(bundle), StandardCharsets.UTF_8);
    return Arrays.stream(text.split("(?=-----BEGIN)", -1)).filter(s -> !s.isBlank());
  }

  private List<String> bundles(String fullname) {
    return cluster
        .client()
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(fullname + "-validating-webhook")
        .get()
        .getWebhooks()
        .stream()
        .map(ValidatingWebhook::getClientConfig)
        .map(each -> Objects.requireNonNullElse(each.getCaBundle(), ""))
        .toList();
  }
}
