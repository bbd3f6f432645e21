package io.nodewright.operator.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.operator.settings.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The rows of contract 08 §11.
class JsonLogsTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final Logger log = LoggerFactory.getLogger("io.nodewright.test");

  @AfterEach
  void backToStderr() {
    JsonLogs.install(LogLevel.WARN, System.err);
  }

  @Test
  void writesOneObjectPerLineWithTheContextKeysLast() {
    JsonLogs.install(LogLevel.INFO, written);

    log.atInfo().addKeyValue("node", "gpu\"1").addKeyValue("restarts", 2).log("stage {}", "done");

    assertEquals(
        List.of(
            "{\"level\":\"info\",\"logger\":\"io.nodewright.test\",\"msg\":\"stage done\","
                + "\"node\":\"gpu\\\"1\",\"restarts\":2}"),
        linesWithoutTime());
  }

  @Test
  void writesAMapAsAnObject() {
    JsonLogs.install(LogLevel.INFO, written);

    log.atInfo().addKeyValue("settings", Map.of("NAMESPACE", "nodewright")).log("configuration");

    assertEquals(
        List.of(
            "{\"level\":\"info\",\"logger\":\"io.nodewright.test\",\"msg\":\"configuration\","
                + "\"settings\":{\"NAMESPACE\":\"nodewright\"}}"),
        linesWithoutTime());
  }

  @Test
  void writesAStackOnlyWhileDebugging() {
    JsonLogs.install(LogLevel.INFO, written);
    log.atError().setCause(new IllegalStateException("broken")).log("pass failed");

    assertEquals(
        List.of(
            "{\"level\":\"error\",\"logger\":\"io.nodewright.test\",\"msg\":\"pass failed\","
                + "\"error\":\"java.lang.IllegalStateException: broken\"}"),
        linesWithoutTime());
  }

  @Test
  void leavesTheStreamOpenWhenSetUpAgain() {
    OutputStream closable =
        new FilterOutputStream(written) {
          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };
    JsonLogs.install(LogLevel.INFO, closable);
    JsonLogs.install(LogLevel.INFO, closable);

    log.info("still here");

    assertEquals(1, linesWithoutTime().size());
  }

  @Test
  void keepsLibrariesQuiet() {
    JsonLogs.install(LogLevel.INFO, written);

    LoggerFactory.getLogger("org.example.library").info("hello");

    assertEquals(List.of(), linesWithoutTime());
  }

  private List<String> linesWithoutTime() {
    return written
        .toString(StandardCharsets.UTF_8)
        .lines()
        .map(
            line ->
                line.replaceFirst(
                    "\"ts\":\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\",", ""))
        .toList();
  }
}
