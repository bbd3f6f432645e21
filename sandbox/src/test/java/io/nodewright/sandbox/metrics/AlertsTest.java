package io.nodewright.sandbox.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.sandbox.TestFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The chart's alerts, judged by Prometheus: each fires when it should, not before, and not for
/// what is none of its business.
@Tag("sandbox")
class AlertsTest {

  private static final Path PROJECT = Path.of(System.getProperty("project.root", ".."));
  private static final Path ALERTS = PROJECT.resolve("chart/files/alerts.yaml");

  private final TestFolder folder = new TestFolder();
  private final Promtool promtool = new Promtool();

  AlertsTest() throws IOException {}

  @AfterEach
  void close() {
    folder.close();
  }

  /// An alert, a series at its beginning, what follows, and when it is looked at: it fires or not.
  static Stream<Arguments> moments() {
    String nodes = "nodewright_node_status_count{nodewright_name=\"tuning\",status=\"%s\"}";
    String whole = "nodewright_status{nodewright_name=\"tuning\",status=\"%s\"}";
    String stop =
        "nodewright_rollout_should_stop{nodewright_name=\"tuning\",policy_name=\"p\","
            + "compartment_name=\"gpu\",strategy=\"fixed\"}";
    String lead = "leader_election_master_status{name=\"%s\",pod=\"%s\"}";
    String ours = "3c22c1ae.nvidia.com";
    return Stream.of(
        row("NodeWrightNodesErroring", nodes.formatted("erroring"), "2x600", "6m", true),
        row("NodeWrightNodesErroring", nodes.formatted("erroring"), "2x600", "4m", false),
        row("NodeWrightNodesErroring", nodes.formatted("erroring"), "0x600", "30m", false),
        row("NodeWrightNodesErroring", nodes.formatted("blocked"), "2x600", "30m", false),
        row("NodeWrightRolloutStopped", stop, "1x600", "2m", true),
        row("NodeWrightRolloutStopped", stop, "0x600", "30m", false),
        row("NodeWrightBlocked", whole.formatted("blocked"), "1x600", "31m", true),
        row("NodeWrightBlocked", whole.formatted("blocked"), "1x600", "29m", false),
        row("NodeWrightBlocked", whole.formatted("paused"), "1x600", "60m", false),
        row("NodeWrightNodesBlocked", nodes.formatted("blocked"), "1x600", "61m", true),
        row("NodeWrightNodesBlocked", nodes.formatted("blocked"), "1x600", "59m", false),
        row("NodeWrightNodesBlocked", nodes.formatted("blocked"), "1x30 0x600", "61m", false),
        row("NodeWrightRecordsUnreadable", nodes.formatted("unknown"), "1x600", "6m", true),
        row("NodeWrightRecordsUnreadable", nodes.formatted("unknown"), "0x600", "6m", false),
        row("NodeWrightOperatorDown", lead.formatted(ours, "a"), "0x600", "6m", true),
        row("NodeWrightOperatorDown", lead.formatted("other", "a"), "1x600", "6m", true),
        row("NodeWrightOperatorDown", lead.formatted(ours, "a"), "1x600", "30m", false),
        row("NodeWrightOperatorDown", lead.formatted(ours, "a"), "1x3 0x2 1x600", "30m", false));
  }

  @ParameterizedTest(name = "{0} with {1} {2} after {3}: fires {4}")
  @MethodSource("moments")
  void fires(String alert, String series, String values, String after, boolean fires)
      throws IOException {
    assertFires(alert, List.of(series + "|" + values), after, fires);
  }

  @ParameterizedTest(
      name = "NodeWrightNotProgressing with stages {0}, status {1}, after {2}: fires {3}")
  @CsvSource({
    "5x600, 1x600, 4h, true",
    "5x600, 1x600, 1h, false",
    "1+1x600, 1x600, 4h, false",
    "5x600, 0x600, 4h, false"
  })
  void notProgressing(String stages, String status, String after, boolean fires)
      throws IOException {
    assertFires(
        "NodeWrightNotProgressing",
        List.of(
            "nodewright_status{nodewright_name=\"tuning\",status=\"in_progress\"}|" + status,
            "nodewright_package_stage_count{nodewright_name=\"tuning\",package_name=\"base\","
                + "package_version=\"1.0.0\",stage=\"apply\"}|"
                + stages),
        after,
        fires);
  }

  @Test
  @DisplayName("every alert is seen to fire and not to fire, and has its paragraph in the runbook")
  void allAlertsAreTested() throws IOException {
    List<String> tested =
        moments().map(row -> row.get()[0] + " " + row.get()[4]).distinct().toList();
    String runbook = Files.readString(PROJECT.resolve("docs/runbook.md"));
    for (JsonNode rule : rules()) {
      String alert = rule.path("alert").asString();
      if (!alert.equals("NodeWrightNotProgressing")) {
        assertTrue(tested.containsAll(List.of(alert + " true", alert + " false")), alert);
      }
      assertTrue(runbook.contains("\n## " + alert + "\n"), alert);
      assertEquals(
          "docs/runbook.md#" + alert.toLowerCase(Locale.ROOT),
          rule.at("/annotations/runbook").asString());
    }
  }

  @Test
  @DisplayName("promtool takes the alerts as they are")
  void rulesAreTaken() throws IOException {
    Promtool.Verdict verdict = promtool.checkRules(ALERTS);

    assertEquals(0, verdict.status(), verdict.said());
    assertTrue(verdict.said().contains(rules().size() + " rules found"), verdict.said());
  }

  private void assertFires(String alert, List<String> series, String after, boolean fires)
      throws IOException {
    // Without labels and annotations any alert of that name is meant: they are asked for as they
    // come, by a query on ALERTS.
    StringBuilder test = new StringBuilder();
    test.append("rule_files: [").append(ALERTS.toAbsolutePath()).append("]\n");
    test.append("evaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n");
    for (String each : series) {
      String[] parts = each.split("\\|", -1);
      test.append("      - {series: '%s', values: '%s'}%n".formatted(parts[0], parts[1]));
    }
    test.append("    promql_expr_test:\n");
    test.append(
        "      - {expr: 'count(ALERTS{alertname=\"%s\",alertstate=\"firing\"})', eval_time: %s, exp_samples: [%s]}%n"
            .formatted(alert, after, fires ? "{labels: '{}', value: 1}" : ""));
    Path file = Files.writeString(folder.resolve("test.yaml"), test.toString());

    Promtool.Verdict verdict = promtool.testRules(file);

    assertEquals(0, verdict.status(), () -> verdict.said() + "\n" + test);
  }

  private static List<JsonNode> rules() throws IOException {
    List<JsonNode> rules = new ArrayList<>();
    for (JsonNode group : new YAMLMapper().readTree(Files.readString(ALERTS)).path("groups")) {
      group.path("rules").forEach(rules::add);
    }
    return rules;
  }

  private static Arguments row(
      String alert, String series, String values, String after, boolean fires) {
    return Arguments.of(alert, series, values, after, fires);
  }
}
