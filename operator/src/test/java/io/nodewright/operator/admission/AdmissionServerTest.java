package io.nodewright.operator.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.admission.PolicyDefaults;
import io.nodewright.operator.certificates.TestCertificates;
import io.nodewright.operator.settings.Listen;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What API servers get over the wire.
class AdmissionServerTest {

  private static final String REVIEW =
      """
      {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request":
        {"uid": "u-1", "operation": "CREATE", "name": "x", "object": {"kind": "K"}}}
      """;

  private final TestCertificates certificates = new TestCertificates("localhost");
  private final AdmissionServer server;
  private final HttpClient client =
      HttpClient.newBuilder().sslContext(certificates.trusting()).build();

  AdmissionServerTest() throws IOException {
    server =
        new AdmissionServer(
            new Listen.At("localhost", freePort()),
            certificates.served().context(),
            Map.of(
                "/refuse",
                request -> AdmissionAnswer.refused("no " + request.name()),
                "/patch",
                _ -> AdmissionAnswer.adding(List.of(new PolicyDefaults.Addition("/spec/a", 1))),
                "/warn",
                _ -> new AdmissionAnswer("", List.of("mind this"), List.of()),
                "/break",
                _ -> {
                  throw new IllegalStateException("ours");
                }));
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void aRefusalIsForbiddenAndSaysWhy() throws Exception {
    JsonNode response = answer("/refuse");

    assertEquals("u-1", response.path("uid").asString());
    assertEquals(false, response.path("allowed").asBoolean());
    assertEquals(
        "{\"code\":403,\"message\":\"no x\",\"reason\":\"Forbidden\"}",
        sorted(response.path("status")));
  }

  @Test
  void aPatchAndWarningsAreAccepted() throws Exception {
    JsonNode patched = answer("/patch");
    assertEquals(true, patched.path("allowed").asBoolean());
    assertEquals("JSONPatch", patched.path("patchType").asString());
    JsonNode patch =
        JsonMapper.shared()
            .readTree(
                new String(
                    Base64.getDecoder().decode(patched.path("patch").asString()),
                    StandardCharsets.UTF_8));
    assertEquals("{\"op\":\"add\",\"path\":\"/spec/a\",\"value\":1}", sorted(patch.get(0)));

    assertEquals("[\"mind this\"]", answer("/warn").path("warnings").toString());
  }

  @Test
  void whatIsNoReviewIsNotJudged() throws Exception {
    assertEquals(400, post("/refuse", "{").statusCode());
    assertEquals(400, post("/refuse", REVIEW.replace("/v1\"", "/v1beta1\"")).statusCode());
    assertEquals(404, post("/elsewhere", REVIEW).statusCode());
    assertEquals(
        405,
        client
            .send(request("/refuse").GET().build(), HttpResponse.BodyHandlers.discarding())
            .statusCode());
    assertEquals(500, post("/break", REVIEW).statusCode());
  }

  @Test
  void whenItDrainsEachAnswerEndsItsConnection() throws Exception {
    assertTrue(post("/refuse", REVIEW).headers().firstValue("Connection").isEmpty());
    server.drain();
    assertEquals(
        "close", post("/refuse", REVIEW).headers().firstValue("Connection").orElse("open"));
  }

  @Test
  @DisplayName("O11 a new handshake gets the new certificate, a connection that stands goes on")
  void exchange() throws Exception {
    assertEquals(200, post("/refuse", REVIEW).statusCode());
    certificates.renew();
    assertEquals(200, post("/refuse", REVIEW).statusCode());
    try (HttpClient old =
        HttpClient.newBuilder().sslContext(certificates.trustingFirst()).build()) {
      assertThrows(
          IOException.class,
          () ->
              old.send(
                  request("/refuse").POST(HttpRequest.BodyPublishers.ofString(REVIEW)).build(),
                  HttpResponse.BodyHandlers.discarding()));
    }
  }

  private JsonNode answer(String path) throws Exception {
    HttpResponse<String> answer = post(path, REVIEW);
    assertEquals(200, answer.statusCode());
    return JsonMapper.shared().readTree(answer.body()).path("response");
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    return client.send(
        request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path))
        .version(HttpClient.Version.HTTP_1_1);
  }

  private static String sorted(JsonNode object) {
    return JsonMapper.builder()
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .build()
        .writeValueAsString(JsonMapper.shared().convertValue(object, Map.class));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
