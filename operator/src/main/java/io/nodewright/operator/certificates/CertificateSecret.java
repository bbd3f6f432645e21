package io.nodewright.operator.certificates;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// The Secret that replicas share (08 §6): `ca.crt`, `tls.crt`, `tls.key`.
final class CertificateSecret {

  private static final String AUTHORITIES = "ca.crt";
  private static final String CHAIN = "tls.crt";
  private static final String KEY = "tls.key";

  private CertificateSecret() {}

  /// What it holds.
  ///
  /// @throws UnusableCertificate when that cannot be served
  static ServingCertificate read(Secret stored) throws UnusableCertificate {
    Map<String, String> data = Absent.map(stored.getData());
    List<X509Certificate> chain = new ArrayList<>(Pem.certificates(bytes(data, CHAIN)));
    if (chain.isEmpty()) {
      throw new UnusableCertificate("no " + CHAIN);
    }
    ServingCertificate read =
        new ServingCertificate(
            Pem.certificates(bytes(data, AUTHORITIES)), chain, Pem.key(bytes(data, KEY)));
    if (!KeyPairs.belong(read.leaf().getPublicKey(), read.key())) {
      throw new UnusableCertificate(KEY + " is not the key of " + CHAIN);
    }
    return read;
  }

  /// The Service that it was made for; empty when it does not say.
  static String service(Secret stored) {
    return Absent.text(Absent.map(stored.getMetadata().getAnnotations()).get(Keys.SERVICE));
  }

  /// The Secret with this content in place of what it had; labels and other annotations stay.
  static Secret write(Secret into, ServingCertificate certificate, String service) {
    return new SecretBuilder(into)
        .editOrNewMetadata()
        .addToAnnotations(Keys.SERVICE, service)
        .addToAnnotations(Keys.EXPIRATION, Times.text(certificate.expiry()))
        .endMetadata()
        .addToData(AUTHORITIES, encoded(Pem.of(certificate.authorities())))
        .addToData(CHAIN, encoded(Pem.of(certificate.chain())))
        .addToData(KEY, encoded(Pem.of(certificate.key())))
        .build();
  }

  /// One that does not exist yet.
  static Secret empty(String namespace, String name) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withType("kubernetes.io/tls")
        .build();
  }

  private static byte[] bytes(Map<String, String> data, String key) throws UnusableCertificate {
    try {
      return Base64.getDecoder().decode(Absent.text(data.get(key)));
    } catch (IllegalArgumentException e) {
      throw new UnusableCertificate(key + " is not base64");
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
