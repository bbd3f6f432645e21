package io.nodewright.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A process that is told something wrong, beside an API server that notes what it is asked.
class OperatorStartTest {

  private final FakeApiServer server = new FakeApiServer();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest(name = "O4 O5 with {0}={1} it ends with 1 and has asked the cluster nothing")
  @CsvSource({
    "JOB_TTL_SUCCEEDED, 59s",
    "RUNTIME_REQUIRED_TAINT, a/b=c:NoSchedule",
    "AGENT_IMAGE, ''",
    "LOG_LEVEL, loud"
  })
  void ends(String variable, String value, @TempDir Path folder) throws Exception {
    Map<String, String> environment = new TreeMap<>(Map.of("AGENT_IMAGE", "example.com/agent:1"));
    environment.put("KUBECONFIG", kubeconfig(folder).toString());
    environment.put("PROBE_PORT", "0");
    environment.put("METRICS_PORT", "0");
    environment.put(variable, value);

    Process process = start(environment);
    String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(1, process.waitFor(), said);
    assertEquals(1, said.lines().count(), said);
    assertTrue(said.contains("\"level\":\"error\"") && said.contains(variable), said);
    assertEquals(List.of(), server.requests());
  }

  private Path kubeconfig(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("kubeconfig"),
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: c, cluster: {server: "%s"}}]
        users: [{name: u, user: {}}]
        contexts: [{name: c, context: {cluster: c, user: u}}]
        current-context: c
        """
            .formatted(server.client().getMasterUrl()));
  }

  private static Process start(Map<String, String> environment) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            OperatorMain.class.getName());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }
}
