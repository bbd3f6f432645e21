package io.nodewright.e2e.story;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.nodewright.e2e.cluster.RealCluster;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// The operator's metrics, read as Prometheus reads them: with a token whose account may.
///
/// @param cluster where
/// @param install the chart
public record Scrape(RealCluster cluster, Install install) {
  private static final int PORT = 8443;

  /// How long a new role may take until an API server and the operator go by it.
  private static final Duration GRANTED = Duration.ofSeconds(30);

  /// Reads them.
  ///
  /// @return what was seen, in a sentence
  public String read() throws IOException, InterruptedException, GeneralSecurityException {
    cluster.apply(
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: scraper, namespace: default}
        """);
    List<URI> all =
        install.pods().stream()
            .map(pod -> "https://%s:%d/metrics".formatted(pod.getStatus().getPodIP(), PORT))
            .map(URI::create)
            .toList();
    URI uri = all.getFirst();
    SSLContext any = SSLContext.getInstance("TLS");
    any.init(null, new TrustManager[] {new Everyone()}, null);
    try (HttpClient http = HttpClient.newBuilder().sslContext(any).build()) {
      int before = ask(http, uri, token()).statusCode();
      Wrong.unless(before == 403, uri + ": status " + before + " for an account without the role");
      cluster.apply(
          """
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRoleBinding
          metadata: {name: scraper}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: nodewright-metrics-reader}
          subjects: [{kind: ServiceAccount, name: scraper, namespace: default}]
          """);
      AtomicReference<String> read = new AtomicReference<>("");
      // Only the one that leads has series of ours. Each time another token: what was answered for
      // one is remembered for a while.
      Await.until(
          "one of " + all + " shows series of ours to the scraper",
          GRANTED,
          () ->
              all.stream()
                  .anyMatch(
                      one -> {
                        read.set(granted(http, one));
                        return read.get().contains("nodewright_");
                      }));
      String metrics = read.get();
      long series =
          metrics.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).count();
      return "%d series; refused without the role".formatted(series);
    }
  }

  /// The metrics, or nothing while they are refused.
  private String granted(HttpClient http, URI uri) {
    try {
      HttpResponse<String> answer = ask(http, uri, token());
      return answer.statusCode() == 200 ? answer.body() : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading metrics", e);
    }
  }

  /// A token of the account that reads them.
  public String token() {
    return cluster
        .client()
        .serviceAccounts()
        .inNamespace("default")
        .withName("scraper")
        .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
        .getStatus()
        .getToken();
  }

  private static HttpResponse<String> ask(HttpClient http, URI uri, String token)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /// The certificate of the metrics is made anew at each start; who has it is known by its address.
  private static final class Everyone extends X509ExtendedTrustManager {
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
