package io.nodewright.operator.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.operator.settings.Listen;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// The two probes (08 §5).
class ProbesTest {

  @Test
  void sayOkOrWhatFails() throws IOException, InterruptedException {
    AtomicBoolean reachable = new AtomicBoolean(true);
    try (HttpClient client = HttpClient.newHttpClient();
        Probes probes =
            new Probes(
                new Listen.At("127.0.0.1", 0),
                new TreeMap<>(Map.of("pass", () -> true)),
                new TreeMap<>(Map.of("api-server", reachable::get, "informers", reachable::get)))) {
      assertEquals("200 ok", get(client, probes, "/healthz"));
      assertEquals("200 ok", get(client, probes, "/readyz"));

      reachable.set(false);

      assertEquals("200 ok", get(client, probes, "/healthz"));
      assertEquals("500 api-server\ninformers", get(client, probes, "/readyz"));
      assertEquals("404", get(client, probes, "/other").substring(0, 3));
    }
  }

  private static String get(HttpClient client, Probes probes, String path)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + probes.port() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }
}
