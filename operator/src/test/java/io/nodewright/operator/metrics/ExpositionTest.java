package io.nodewright.operator.metrics;

import static io.nodewright.operator.metrics.Seen.aCompartment;
import static io.nodewright.operator.metrics.Seen.aNodeWright;
import static io.nodewright.operator.metrics.Seen.aStoppedBatch;
import static io.nodewright.operator.metrics.Seen.named;
import static io.nodewright.operator.metrics.Seen.record;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.rollout.BatchState;
import io.nodewright.engine.rollout.Strategy;
import io.nodewright.engine.snapshot.FleetSnapshot;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.snapshot.PolicyView;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import io.nodewright.operator.metrics.Scrape.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The metrics of NodeWrights: the tables of contract 08 §9.
class ExpositionTest {

  private static final Path GOLDEN =
      Path.of(System.getProperty("project.root", ".."), "operator/src/test/resources/golden");
  private static final String STATUS =
      "complete blocked waiting disabled paused in_progress erroring unknown";
  private static final String STATE = "complete in_progress skipped erroring unknown";
  private static final String STAGE =
      "uninstall uninstall-interrupt upgrade apply interrupt post-interrupt config";

  private final OperatorMetrics metrics =
      new OperatorMetrics(true, () -> true, "lease", new RequestCounter());

  @ParameterizedTest(name = "O16 {0} has the labels {1} and, of a closed set, the values {2}")
  @CsvSource({
    "nodewright_status, status, " + STATUS,
    "nodewright_node_status_count, status, " + STATUS,
    "nodewright_node_target_count, '', ''",
    "nodewright_package_state_count, package_name package_version state, " + STATE,
    "nodewright_package_stage_count, package_name package_version stage, " + STAGE,
    "nodewright_package_restarts_count, package_name package_version, ''",
    "nodewright_rollout_matched_nodes, policy_name compartment_name strategy, ''",
    "nodewright_rollout_ceiling, policy_name compartment_name strategy, ''",
    "nodewright_rollout_in_progress, policy_name compartment_name strategy, ''",
    "nodewright_rollout_completed, policy_name compartment_name strategy, ''",
    "nodewright_rollout_progress_percent, policy_name compartment_name strategy, ''",
    "nodewright_rollout_current_batch, policy_name compartment_name strategy, ''",
    "nodewright_rollout_consecutive_failures, policy_name compartment_name strategy, ''",
    "nodewright_rollout_should_stop, policy_name compartment_name strategy, ''"
  })
  void table(String metric, String labels, String closed) {
    Scrape scrape = scrape(busy());

    assertEquals("gauge", scrape.type(metric));
    assertFalse(scrape.help(metric).isBlank());
    Set<String> expected = words("nodewright_name " + labels);
    scrape.all(metric).forEach(each -> assertEquals(expected, each.labels().keySet()));
    assertTrue(scrape.all(metric).stream().anyMatch(each -> each.value() > 0), scrape.text());
    if (!closed.isEmpty()) {
      String last = labels.substring(labels.lastIndexOf(' ') + 1);
      assertEquals(words(closed), scrape.values(metric, last));
    }
  }

  @Test
  @DisplayName("O16 the metrics of the table and no others have the prefix")
  void noOthers() {
    Scrape scrape = scrape(busy());
    assertEquals(14, scrape.metrics("nodewright_").size());
    assertEquals(14, scrape.metrics("skyhook_").size());
  }

  /// As monitoring systems meet it. `-Dgolden.update` rewrites the file.
  @Test
  @DisplayName("O16 O17 the text is that of the golden file")
  void golden() throws IOException {
    String text = ours(scrape(busy()).text());
    Path file = GOLDEN.resolve("metrics.txt");
    if (System.getProperty("golden.update") != null) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, text);
    }
    assertEquals(Files.readString(file), text);
  }

  @Test
  @DisplayName("O16 the current status is 1, each other one 0; nodes are counted by theirs")
  void statuses() {
    Scrape scrape = scrape(busy());

    assertEquals(1, scrape.value("nodewright_status", "status=erroring"));
    assertEquals(0, scrape.value("nodewright_status", "status=complete"));
    assertEquals(2, scrape.value("nodewright_node_status_count", "status=in_progress"));
    assertEquals(1, scrape.value("nodewright_node_status_count", "status=blocked"));
    assertEquals(0, scrape.value("nodewright_node_status_count", "status=paused"));
    assertEquals(3, scrape.value("nodewright_node_target_count"));
  }

  @Test
  @DisplayName("O16 packages are counted by stage and state, and failed attempts summed over nodes")
  void packages() {
    Scrape scrape = scrape(busy());

    String[] one = {"package_name=kernel", "package_version=1.0.0", ""};
    one[2] = "stage=apply";
    assertEquals(1, scrape.value("nodewright_package_stage_count", one));
    one[2] = "stage=config";
    assertEquals(1, scrape.value("nodewright_package_stage_count", one));
    one[2] = "state=erroring";
    assertEquals(1, scrape.value("nodewright_package_state_count", one));
    one[2] = "state=skipped";
    assertEquals(0, scrape.value("nodewright_package_state_count", one));
    assertEquals(5, scrape.value("nodewright_package_restarts_count", "package_version=1.0.0"));
    assertEquals(
        1,
        scrape.value("nodewright_package_stage_count", "package_version=0.9.0", "stage=uninstall"));
  }

  @Test
  @DisplayName("O16 a package that no node records yet has all its series, at 0")
  void zeros() {
    Scrape scrape = scrape(aNodeWright().wants("kernel", "1.0.0"));
    assertEquals(words(STAGE), scrape.values("nodewright_package_stage_count", "stage"));
    assertEquals(0, scrape.value("nodewright_package_stage_count", "stage=apply"));
    assertEquals(0, scrape.value("nodewright_package_restarts_count"));
  }

  @Test
  @DisplayName("O16 a compartment has its numbers")
  void compartments() {
    Scrape scrape = scrape(busy());
    String workers = "compartment_name=workers";
    assertEquals(8, scrape.value("nodewright_rollout_matched_nodes", workers));
    assertEquals(2, scrape.value("nodewright_rollout_ceiling", workers));
    assertEquals(1, scrape.value("nodewright_rollout_in_progress", workers));
    assertEquals(5, scrape.value("nodewright_rollout_completed", workers));
    assertEquals(62, scrape.value("nodewright_rollout_progress_percent", workers));
    assertEquals(3, scrape.value("nodewright_rollout_current_batch", workers));
    assertEquals(2, scrape.value("nodewright_rollout_consecutive_failures", workers));
    assertEquals(1, scrape.value("nodewright_rollout_should_stop", workers));
    String rest = "compartment_name=__default__";
    assertEquals(0, scrape.value("nodewright_rollout_current_batch", rest));
    assertEquals(0, scrape.value("nodewright_rollout_should_stop", rest));
  }

  @ParameterizedTest(name = "O16 strategy {0} is called {1}")
  @CsvSource({"fixed, fixed", "linear, linear", "exponential, exponential", "none, unknown"})
  void strategies(String strategy, String word) {
    Strategy.Thresholds thresholds = Strategy.Thresholds.DEFAULTS;
    Strategy given =
        switch (strategy) {
          case "fixed" -> new Strategy.Fixed(1, thresholds);
          case "linear" -> new Strategy.Linear(1, 1, thresholds);
          case "exponential" -> new Strategy.Exponential(1, 2, thresholds);
          default -> new Strategy.None();
        };
    Scrape scrape =
        scrape(
            aNodeWright()
                .policy("careful", new Strategy.None(), named("workers", given))
                .compartment("workers", aCompartment(BatchState.NONE)));
    assertEquals(Set.of(word), scrape.values("nodewright_rollout_ceiling", "strategy"));
    assertEquals(Set.of("careful"), scrape.values("nodewright_rollout_ceiling", "policy_name"));
  }

  @Test
  @DisplayName("O16 without a policy it is called legacy and fixed; a missing one has no strategy")
  void withoutPolicy() {
    Scrape flat = scrape(aNodeWright().compartment("__default__", aCompartment(BatchState.FIRST)));
    assertEquals(
        1, flat.value("nodewright_rollout_current_batch", "policy_name=legacy", "strategy=fixed"));

    Scrape missing =
        scrape(
            aNodeWright()
                .missingPolicy("lost")
                .compartment("__default__", aCompartment(BatchState.NONE)));
    assertEquals(
        8,
        missing.value("nodewright_rollout_matched_nodes", "policy_name=lost", "strategy=unknown"));
  }

  @ParameterizedTest(name = "O17 {0} and its twin are equal but for the two names")
  @CsvSource({
    "nodewright_status",
    "nodewright_node_status_count",
    "nodewright_package_stage_count",
    "nodewright_package_restarts_count",
    "nodewright_rollout_should_stop"
  })
  void twins(String metric) {
    Scrape scrape = scrape(busy());
    String twin = metric.replace("nodewright_", "skyhook_");
    assertFalse(scrape.all(twin).isEmpty());
    assertEquals(
        asSet(scrape.all(metric)),
        asSet(scrape.all(twin).stream().map(ExpositionTest::renamed).toList()));
    assertEquals("gauge", scrape.type(twin));
    assertTrue(scrape.help(twin).contains(metric + ","), scrape.help(twin));
    assertTrue(scrape.help(twin).contains("removal release"), scrape.help(twin));
  }

  @Test
  @DisplayName("O17 without twins not a word of them is said")
  void withoutTwins() {
    OperatorMetrics alone = new OperatorMetrics(false, () -> true, "lease", new RequestCounter());
    alone.decided(busy().fleet(), busy().decision());
    Scrape scrape = Scrape.of(alone);
    assertEquals(14, scrape.metrics("nodewright_").size());
    assertFalse(scrape.text().contains("skyhook"), scrape.text());
  }

  @Test
  @DisplayName("O16 the process tells of itself under names of other prefixes")
  void theProcessTellsOfItselfUnderOtherNames() {
    metrics.watchJvm();
    metrics.watchQueue("events", () -> 3);
    Scrape scrape = Scrape.of(metrics);
    assertTrue(scrape.value("jvm_threads_current") > 0);
    assertEquals(1, scrape.value("leader_election_master_status", "name=lease"));
    assertEquals(3, scrape.value("workqueue_depth", "name=events"));
    assertEquals(Set.of(), scrape.metrics("nodewright_"));
  }

  @Test
  void aPassThatFoundAllAsItWasKeepsWhatIsCounted() {
    Seen busy = busy();
    FleetSnapshot fleet = busy.fleet();
    NodeWrightView subject = Objects.requireNonNull(fleet.nodeWrights().get("tuning"));
    PolicyView policy = fleet.policies().get("careful");
    PublishedStatus status = busy.decision().status();
    Numbers numbers = new Numbers(subject, policy, status);
    assertSame(numbers.samples(), numbers.samples());
    assertTrue(numbers.of(subject, policy, status));
    assertFalse(numbers.of(subject, policy, busy.decision().status()));
    assertFalse(numbers.of(subject, busy().fleet().policies().get("careful"), status));
  }

  /// The lines on NodeWrights.
  private static String ours(String text) {
    return text.lines()
            .filter(line -> line.contains("nodewright_") || line.contains("skyhook_"))
            .collect(Collectors.joining("\n"))
        + "\n";
  }

  private Scrape scrape(Seen seen) {
    metrics.decided(seen.fleet(), seen.decision());
    return Scrape.of(metrics);
  }

  /// Something of everything.
  private static Seen busy() {
    return aNodeWright()
        .status(Status.ERRORING)
        .wants("kernel", "1.0.0")
        .policy(
            "careful",
            new Strategy.None(),
            named("workers", new Strategy.Linear(1, 1, Strategy.Thresholds.DEFAULTS)))
        .compartment("workers", aCompartment(aStoppedBatch()))
        .compartment("__default__", aCompartment(BatchState.NONE))
        .node(
            "a",
            Status.IN_PROGRESS,
            record("kernel", "1.0.0", Stage.APPLY, StageState.ERRORING, 3),
            record("kernel", "0.9.0", Stage.UNINSTALL, StageState.IN_PROGRESS, 0))
        .node(
            "b",
            Status.IN_PROGRESS,
            record("kernel", "1.0.0", Stage.CONFIG, StageState.IN_PROGRESS, 2))
        .node("c", Status.BLOCKED);
  }

  /// A twin's series with the two names changed.
  private static Series renamed(Series twin) {
    SortedMap<String, String> labels = new TreeMap<>(twin.labels());
    labels.put("nodewright_name", Objects.requireNonNull(labels.remove("skyhook_name")));
    return new Series(twin.metric().replace("skyhook_", "nodewright_"), labels, twin.value());
  }

  /// Each of them once: none may be there twice.
  private static Set<Series> asSet(List<Series> series) {
    Set<Series> set = new HashSet<>(series);
    assertEquals(series.size(), set.size());
    return set;
  }

  private static Set<String> words(String words) {
    return new TreeSet<>(Arrays.asList(words.strip().split(" +")));
  }
}
