package io.nodewright.e2e.cluster;

import io.nodewright.e2e.machine.Addresses;
import io.nodewright.sandbox.process.Await;
import io.nodewright.sandbox.process.LinkedProcesses;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A Prometheus that scrapes every two seconds, and evaluates its rules every second.
public final class Prometheus implements AutoCloseable {
  private static final String ADDRESS = Addresses.HERE + ":9090";
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final JsonMapper JSON = new JsonMapper();

  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();

  private Prometheus(Process process) {
    this.process = process;
  }

  /// Starts it; returns when it answers.
  static Prometheus start(
      Path program, Path folder, List<String> targets, String token, String rules)
      throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("token"), token);
    Files.writeString(folder.resolve("rules.yaml"), rules);
    Path config =
        Files.writeString(
            folder.resolve("prometheus.yaml"),
            """
            global: {scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 1s}
            rule_files: [rules.yaml]
            scrape_configs:
              - job_name: nodewright
                scheme: https
                tls_config: {insecure_skip_verify: true}
                authorization: {credentials_file: token}
                static_configs: [{targets: [%s]}]
            """
                .formatted(
                    targets.stream()
                        .map(target -> "\"" + target + "\"")
                        .collect(Collectors.joining(", "))));
    ProcessBuilder builder =
        new ProcessBuilder(
                program.toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=" + ADDRESS,
                "--log.level=warn")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile());
    Prometheus prometheus = new Prometheus(LinkedProcesses.start(builder));
    try {
      Await.until("Prometheus is ready", READY_WITHIN, prometheus::ready);
    } catch (IllegalStateException e) {
      prometheus.close();
      throw e;
    }
    return prometheus;
  }

  /// How many series a query finds now.
  ///
  /// @throws IOException when the query is refused
  public int found(String query) throws IOException {
    return result(query).size();
  }

  /// The names of alerts that have fired since it was started.
  public SortedSet<String> fired() throws IOException {
    SortedSet<String> names = new TreeSet<>();
    result("max by (alertname) (max_over_time(ALERTS{alertstate=\"firing\"}[1h]))")
        .forEach(series -> names.add(series.at("/metric/alertname").asString("")));
    return names;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
    http.close();
  }

  private JsonNode result(String query) throws IOException {
    HttpResponse<String> answer =
        get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    if (answer.statusCode() != 200) {
      throw new IOException(query + ": " + answer.body());
    }
    return JSON.readTree(answer.body()).at("/data/result");
  }

  private boolean ready() {
    try {
      return get("/-/ready").statusCode() == 200;
    } catch (IOException e) {
      return false; // not there yet
    }
  }

  private HttpResponse<String> get(String path) throws IOException {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create("http://" + ADDRESS + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while asking Prometheus", e);
    }
  }
}
