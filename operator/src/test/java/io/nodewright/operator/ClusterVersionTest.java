package io.nodewright.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.operator.logs.JsonLogs;
import io.nodewright.operator.settings.LogLevel;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Contract 08 §15: what is said at start of a cluster that is too old.
class ClusterVersionTest {

  private final FakeApiServer server = new FakeApiServer();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  @AfterEach
  void close() {
    JsonLogs.install(LogLevel.WARN, System.err);
    server.close();
  }

  @ParameterizedTest(name = "O36 Kubernetes 1.{0}: {1} warnings with {2} losses")
  @CsvSource({"34, 0, 0", "31, 0, 0", "30, 1, 1", "30+, 1, 1", "28, 1, 2", "25, 1, 4", "20, 1, 7"})
  void warnsOnce(String minor, int warnings, int losses) {
    JsonLogs.install(LogLevel.INFO, written);
    server.answers("GET /version", Map.of("major", "1", "minor", minor));

    ClusterVersion.check(server.client());

    String said = written.toString(StandardCharsets.UTF_8);
    assertEquals(warnings, said.lines().filter(line -> line.contains("\"warn\"")).count(), said);
    assertEquals(losses == 0 ? 0 : losses - 1, said.chars().filter(c -> c == ';').count(), said);
  }
}
