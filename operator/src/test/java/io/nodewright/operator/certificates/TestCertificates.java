package io.nodewright.operator.certificates;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// A certificate in service, for tests of what is served with it.
public final class TestCertificates {

  private final String name;
  private final ServingCertificate first;
  private final ServingCertificate second;
  private final ServedCertificate served = new ServedCertificate();

  /// Serves a new certificate for the name.
  public TestCertificates(String name) {
    this.name = name;
    first = mint();
    second = mint();
    served.set(first);
  }

  /// What is served.
  public ServedCertificate served() {
    return served;
  }

  /// Serves another certificate, by another authority.
  public void renew() {
    served.set(second);
  }

  /// A client that trusts both.
  public SSLContext trusting() {
    return trusting(List.of(first, second));
  }

  /// A client that trusts the first one's authority alone.
  public SSLContext trustingFirst() {
    return trusting(List.of(first));
  }

  private ServingCertificate mint() {
    return new Minting().mint(new TreeSet<>(List.of(name)), Instant.now(), Duration.ofDays(1));
  }

  private static SSLContext trusting(List<ServingCertificate> certificates) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      char @Nullable [] password = null;
      store.load(null, password);
      for (ServingCertificate each : certificates) {
        store.setCertificateEntry(
            each.leaf().getSerialNumber().toString(), each.authorities().getFirst());
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
