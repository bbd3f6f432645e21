package io.nodewright.sandbox.controlplane;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Asks a component on this computer whether it is ready.
final class HealthCheck {
  private final HttpClient client;
  private final HttpRequest request;

  private HealthCheck(HttpClient client, String url) {
    this.client = client;
    this.request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(2)).build();
  }

  /// A client for many checks that trusts `authority` alone.
  static HttpClient trusting(X509Certificate authority) {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry("sandbox", authority);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return HttpClient.newBuilder().sslContext(context).build();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Ready when `url` answers 200.
  static HealthCheck at(HttpClient client, String url) {
    return new HealthCheck(client, url);
  }

  /// Whether it is ready now.
  boolean ready() {
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting", e);
    }
  }
}
