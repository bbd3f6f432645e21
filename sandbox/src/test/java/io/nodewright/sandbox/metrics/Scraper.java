package io.nodewright.sandbox.metrics;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Reads metrics as a monitoring system does: with a token, and without verifying the certificate.
final class Scraper implements AutoCloseable {

  private final HttpClient client;
  private final String address;

  /// @param address host and port
  Scraper(String address) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustsAnyone()}, new SecureRandom());
    client = HttpClient.newBuilder().sslContext(context).build();
    this.address = address;
  }

  /// What was answered; status 0 while nobody listens.
  record Answer(int status, String body) {

    boolean tells(String series) {
      return status == 200 && body.lines().anyMatch(line -> line.startsWith(series));
    }
  }

  /// Reads with a token, or with none where it is empty.
  Answer scrape(String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://" + address + "/metrics"));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(answer.statusCode(), answer.body());
    } catch (ConnectException e) {
      return new Answer(0, "");
    } catch (IOException e) {
      throw new AssertionError("no scrape", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    client.close();
  }

  private static final class TrustsAnyone extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
