package io.nodewright.oci.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Answers to what registries ask for, with a token server that notes what it is asked.
class AuthorizationTest {
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          asked.add(
              "%s %s %s %s"
                  .formatted(
                      exchange.getRequestMethod(),
                      exchange.getRequestURI(),
                      exchange.getRequestHeaders().getFirst("Authorization"),
                      body)
                  .strip());
          byte[] answer = "{\"token\":\"t-1\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  @DisplayName("a token is asked for with name and password, for the scope that the registry names")
  void token() throws Exception {
    assertEquals("Bearer t-1", answer(new Credentials("ann", "sesame")));
    assertEquals(
        List.of("GET /token?service=r.example&scope=repository%3Aa%3Apull Basic YW5uOnNlc2FtZQ=="),
        asked);
  }

  @Test
  @DisplayName("an identity token is exchanged for one")
  void identityToken() throws Exception {
    assertEquals("Bearer t-1", answer(new Credentials("", "long-lived")));
    assertEquals(
        List.of(
            "POST /token null grant_type=refresh_token&client_id=nodewright-images"
                + "&service=r.example&scope=repository%3Aa%3Apull&refresh_token=long-lived"),
        asked);
  }

  @Test
  @DisplayName("a token server that refuses is said with the scope and without the secret")
  void refused() {
    status = 403;
    IOException refused =
        assertThrows(IOException.class, () -> answer(new Credentials("ann", "sesame")));
    assertTrue(refused.toString().contains("repository:a:pull"), refused.toString());
    assertTrue(!refused.toString().contains("sesame"), refused.toString());
  }

  private String answer(Credentials credentials) throws IOException, InterruptedException {
    String header =
        "Bearer realm=\"http://127.0.0.1:%d/token\",service=\"r.example\",scope=\"repository:a:pull\""
            .formatted(server.getAddress().getPort());
    try (HttpClient http = HttpClient.newHttpClient()) {
      return new Authorization(credentials, http).answer(Challenge.parse(header), "a");
    }
  }
}
