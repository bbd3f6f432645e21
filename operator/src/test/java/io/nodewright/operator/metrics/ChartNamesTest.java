package io.nodewright.operator.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.status.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Alerts and dashboard of the chart ask for nothing that is not there.
class ChartNamesTest {

  private static final Path FILES =
      Path.of(System.getProperty("project.root", ".."), "chart/files");
  private static final Pattern METRIC =
      Pattern.compile(
          "\\b(?:nodewright|skyhook|leader_election|workqueue|operator|rest_client|jvm|process)_[a-z_]+");
  private static final Pattern CLOSED =
      Pattern.compile("\\b(status|state|stage)=\\\\?\"([a-z_-]+)\\\\?\"");

  @ParameterizedTest(name = "O16 {0} asks for metrics of the table")
  @ValueSource(strings = {"alerts.yaml", "dashboard.json"})
  void names(String file) throws IOException {
    Set<String> ours =
        Arrays.stream(Family.values()).map(Family::metric).collect(Collectors.toSet());
    Set<String> asked =
        METRIC.matcher(read(file)).results().map(MatchResult::group).collect(Collectors.toSet());
    asked.remove("nodewright_name"); // a label
    assertFalse(asked.isEmpty());

    asked.removeAll(ours);
    asked.removeAll(Scrape.of(process()).metrics(""));
    assertEquals(Set.of(), asked);
  }

  @ParameterizedTest(name = "O16 {0} asks for values that the labels have")
  @ValueSource(strings = {"alerts.yaml", "dashboard.json"})
  void values(String file) throws IOException {
    Map<String, Set<String>> words =
        Map.of(
            "status", Stream.of(Status.values()).map(Status::word).collect(Collectors.toSet()),
            "state",
                Stream.of(StageState.values()).map(StageState::word).collect(Collectors.toSet()),
            "stage", Stream.of(Stage.values()).map(Stage::word).collect(Collectors.toSet()));
    Set<String> strange = new TreeSet<>();
    CLOSED
        .matcher(read(file))
        .results()
        .filter(each -> !words.getOrDefault(each.group(1), Set.of()).contains(each.group(2)))
        .forEach(each -> strange.add(each.group()));
    assertEquals(Set.of(), strange);
  }

  /// What a process tells that sees no NodeWright.
  private static OperatorMetrics process() {
    OperatorMetrics metrics = new OperatorMetrics(false, () -> true, "lease", new RequestCounter());
    metrics.watchJvm();
    return metrics;
  }

  private static String read(String file) throws IOException {
    return Files.readString(FILES.resolve(file));
  }
}
