package io.nodewright.operator.metrics;

import static io.nodewright.operator.metrics.Seen.aNodeWright;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.operator.settings.Listen;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The endpoint (contract 08 §9.1), by a real client.
class MetricsServerTest {

  private final ReviewsStandIn apiServer = new ReviewsStandIn();
  private final OperatorMetrics metrics =
      new OperatorMetrics(true, () -> true, "lease", new RequestCounter());
  private final MetricsServer server =
      new MetricsServer(new Listen.At("localhost", 0), metrics, apiServer.client());
  private final HttpClient client =
      HttpClient.newBuilder().sslContext(TrustsAnyone.context()).build();

  MetricsServerTest() throws IOException, GeneralSecurityException {
    metrics.decided(aNodeWright().fleet(), aNodeWright().decision());
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
    apiServer.close();
  }

  @ParameterizedTest(name = "O19 {0} {1} with the authorization \"{2}\" is answered {3}")
  @CsvSource({
    "GET, /metrics, Bearer reader, 200",
    "GET, /metrics, bearer reader, 200",
    "GET, /metrics, Bearer stranger, 403",
    "GET, /metrics, Bearer nobody, 401",
    "GET, /metrics, Bearer, 401",
    "GET, /metrics, Basic reader, 401",
    "GET, /metrics, '', 401",
    "POST, /metrics, Bearer reader, 405",
    "GET, /, Bearer reader, 404",
    "GET, /metrics/, Bearer reader, 404",
    "GET, /metrics/more, Bearer reader, 404",
    "GET, /debug, '', 404"
  })
  void matrix(String method, String path, String authorization, int code) throws Exception {
    HttpResponse<String> answer = ask(method, path, authorization);
    assertEquals(code, answer.statusCode());
    assertEquals(code == 200, answer.body().contains("nodewright_status"));
    assertEquals(
        code == 401 ? List.of("Bearer") : List.of(),
        answer.headers().allValues("WWW-Authenticate"));
  }

  @Test
  @DisplayName("O19 who may read is asked by the user, the groups, the path and the verb")
  void questions() throws Exception {
    ask("GET", "/metrics", "Bearer reader");
    assertEquals(List.of("token reader", "get /metrics user-reader [\"g\"]"), apiServer.asked());
  }

  @Test
  @DisplayName("O19 a second scrape asks nobody")
  void remembered() throws Exception {
    ask("GET", "/metrics", "Bearer reader");
    assertEquals(200, ask("GET", "/metrics", "Bearer reader").statusCode());
    assertEquals(2, apiServer.asked().size());
  }

  @Test
  @DisplayName("O19 while the API server does not answer nobody is let in: 500")
  void unreachable() throws Exception {
    apiServer.end();
    HttpResponse<String> answer = ask("GET", "/metrics", "Bearer reader");
    assertEquals(500, answer.statusCode());
    assertFalse(answer.body().contains("nodewright_status"));
  }

  @Test
  @DisplayName("O19 plain HTTP is not served")
  void plain() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(5_000);
      socket
          .getOutputStream()
          .write(
              "GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer reader\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertFalse(answer.startsWith("HTTP"), answer);
    }
    assertEquals(List.of(), apiServer.asked());
  }

  @Test
  @DisplayName("O19 the certificate vouches for itself and is made anew by each process")
  void certificate() throws Exception {
    X509Certificate served = served(server);
    assertEquals(served.getIssuerX500Principal(), served.getSubjectX500Principal());
    served.verify(served.getPublicKey());
    try (MetricsServer other =
        new MetricsServer(new Listen.At("localhost", 0), metrics, apiServer.client())) {
      assertFalse(served.equals(served(other)));
    }
  }

  @Test
  void theTextIsPackedWhereThatIsAskedFor() throws Exception {
    HttpResponse<byte[]> answer =
        client.send(
            HttpRequest.newBuilder(uri("/metrics"))
                .header("Authorization", "Bearer reader")
                .header("Accept-Encoding", "gzip")
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    assertEquals(List.of("gzip"), answer.headers().allValues("Content-Encoding"));
    assertTrue(answer.headers().firstValue("Content-Type").orElse("").startsWith("text/plain"));
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      Scrape scrape = Scrape.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      assertEquals(0, scrape.value("nodewright_node_target_count"));
    }
  }

  private X509Certificate served(MetricsServer by) throws Exception {
    HttpResponse<Void> answer =
        client.send(
            HttpRequest.newBuilder(URI.create("https://localhost:" + by.port() + "/")).build(),
            HttpResponse.BodyHandlers.discarding());
    return (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
  }

  private HttpResponse<String> ask(String method, String path, String authorization)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path)).method(method, HttpRequest.BodyPublishers.noBody());
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create("https://localhost:" + server.port() + path);
  }
}
