package io.nodewright.operator.certificates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// When a certificate is replaced, and when an old authority is forgotten (08 §6).
class NextStepTest {

  private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
  private static final CertificateTimes YEAR = CertificateTimes.STANDARD;
  private static final SortedSet<String> NAMES = names("hooks", "hooks.ns.svc");

  private final ServingCertificate fresh = new Minting().mint(NAMES, NOW, YEAR.life());
  private final ServingCertificate older = new Minting().mint(NAMES, NOW, YEAR.life());

  @Test
  @DisplayName("O11 a certificate for this Service, these names and enough time is kept")
  void keep() {
    assertInstanceOf(NextStep.Keep.class, at(fresh, "hooks", NAMES, NOW));
    assertInstanceOf(
        NextStep.Keep.class, at(fresh, "hooks", NAMES, NOW.plus(Duration.ofDays(243))));
  }

  @Test
  @DisplayName("O11 less than a third of its life left, or nothing, makes a new one")
  void age() {
    assertEquals(
        new NextStep.Mint("less than a third of its life is left"),
        at(fresh, "hooks", NAMES, NOW.plus(Duration.ofDays(244))));
    assertEquals(
        new NextStep.Mint("expired"), at(fresh, "hooks", NAMES, NOW.plus(Duration.ofDays(365))));
  }

  @Test
  @DisplayName("O11 another Service, a missing name or a missing authority makes a new one")
  void identity() {
    assertEquals(new NextStep.Mint("made for the Service \"old\""), at(fresh, "old", NAMES, NOW));
    assertEquals(
        new NextStep.Mint("names are missing"),
        at(fresh, "hooks", names("hooks", "hooks.ns"), NOW));
    assertEquals(
        new NextStep.Mint("its authority is missing"), at(with(fresh, older), "hooks", NAMES, NOW));
  }

  @Test
  @DisplayName("O11 the old authority stays for five minutes")
  void overlap() {
    ServingCertificate both = with(fresh, fresh, older);

    assertInstanceOf(
        NextStep.Keep.class, at(both, "hooks", NAMES, NOW.plus(Duration.ofMinutes(5))));
    NextStep.EndOverlap end =
        assertInstanceOf(
            NextStep.EndOverlap.class,
            at(both, "hooks", NAMES, NOW.plus(Duration.ofMinutes(5)).plusSeconds(1)));
    assertEquals(fresh.authorities(), end.stays().authorities());
    assertEquals(fresh.chain(), end.stays().chain());
  }

  @Test
  void timesThatLeaveAGapAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new CertificateTimes(
                Duration.ofMinutes(9), Duration.ofMinutes(3), Duration.ZERO, Duration.ZERO));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new CertificateTimes(
                Duration.ofMinutes(9),
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                Duration.ZERO));
  }

  @Test
  @DisplayName("O11 a Secret that cannot be served says why")
  void secrets() throws Exception {
    Secret stored = CertificateSecret.write(CertificateSecret.empty("ns", "cert"), fresh, "hooks");

    assertEquals(fresh.leaf(), CertificateSecret.read(stored).leaf());
    assertEquals("hooks", CertificateSecret.service(stored));
    assertEquals(
        "2027-11-30T10:00:00Z",
        stored.getMetadata().getAnnotations().get("nodewright.nvidia.com/expiration"));
    assertEquals("no tls.crt", problem(stored, "tls.crt", ""));
    assertEquals("tls.key is not base64", problem(stored, "tls.key", "%"));
    assertEquals("no private key", problem(stored, "tls.key", "bm8ga2V5"));
    Secret others = CertificateSecret.write(CertificateSecret.empty("ns", "c"), older, "hooks");
    assertEquals(
        "tls.key is not the key of tls.crt",
        problem(stored, "tls.key", String.valueOf(others.getData().get("tls.key"))));
  }

  @Test
  @DisplayName("O9 who is called by nobody, beside another Service, makes none")
  void mayMint() {
    assertFalse(new WebhookTrust.Seen(List.of(), true).mayMint());
    assertTrue(new WebhookTrust.Seen(List.of(), false).mayMint());
    assertTrue(new WebhookTrust.Seen(List.of(""), true).mayMint());
  }

  @Test
  @DisplayName("O10 an entry accepts what one of its authorities vouches for, and nothing else")
  void trust() {
    String bundle = Pem.of(with(fresh, older, fresh).authorities());

    assertTrue(new WebhookTrust.Seen(List.of(bundle), false).accepts(fresh, NOW));
    assertFalse(new WebhookTrust.Seen(List.of(bundle, ""), false).accepts(fresh, NOW));
    assertFalse(
        new WebhookTrust.Seen(List.of(Pem.of(older.authorities())), false).accepts(fresh, NOW));
    assertFalse(new WebhookTrust.Seen(List.of("no certificate"), false).accepts(fresh, NOW));
  }

  @Test
  @DisplayName("O11 trust counts from when it was first seen without a break")
  void since() {
    TrustedSince trusted = new TrustedSince();

    assertEquals(NOW, trusted.since(fresh, true, NOW));
    assertEquals(NOW, trusted.since(fresh, true, NOW.plusSeconds(9)));
    trusted.since(fresh, false, NOW.plusSeconds(10));
    assertEquals(NOW.plusSeconds(11), trusted.since(fresh, true, NOW.plusSeconds(11)));
    assertEquals(NOW.plusSeconds(12), trusted.since(older, true, NOW.plusSeconds(12)));
  }

  private static NextStep at(
      ServingCertificate stored, String madeFor, SortedSet<String> needed, Instant now) {
    return NextStep.of(stored, madeFor, "hooks", needed, YEAR, now);
  }

  private static ServingCertificate with(
      ServingCertificate certificate, ServingCertificate... authorities) {
    return new ServingCertificate(
        List.of(authorities).stream().flatMap(each -> each.authorities().stream()).toList(),
        certificate.chain(),
        certificate.key());
  }

  private static String problem(Secret stored, String key, String value) {
    Secret broken = new SecretBuilder(stored).addToData(key, value).build();
    return String.valueOf(
        assertThrows(UnusableCertificate.class, () -> CertificateSecret.read(broken)).getMessage());
  }

  private static SortedSet<String> names(String... names) {
    return new TreeSet<>(List.of(names));
  }
}
