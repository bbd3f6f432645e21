package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.Keys;
import io.nodewright.engine.Engine;
import io.nodewright.engine.snapshot.EngineSettings;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.demo.FleetReading;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Interrupts that cannot succeed on one node: a verdict in time that names what is wrong, and the
/// other nodes complete.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InterruptFaultsTest {

  private static final Duration STAGE_TIMEOUT = Duration.ofMinutes(1);

  /// How long after its bound a verdict may be seen: passes, requests and a busy computer.
  private static final Duration LATE = Duration.ofMinutes(1);

  /// How long a Job that cannot end may stay at `FailureTarget` (contract 04 §11).
  private static final Duration FAILURE_TARGET = Duration.ofMinutes(2);

  private final Cluster cluster;

  InterruptFaultsTest() throws IOException {
    cluster = new Cluster(options -> options.withNodes(5).withBackOffScale(0.05), Map.of());
  }

  @BeforeAll
  void start() throws IOException {
    cluster.image("p", TrivialPackage.files());
    for (int i = 0; i < 5; i++) {
      cluster.label(
          "node-" + i, "case", List.of("units", "ignored", "gone", "ignored", "gone").get(i));
    }
    cluster.apply(nodeWright("units", "{type: service, services: [cron, nosuch, rsyslog]}", "1h"));
  }

  @AfterAll
  void close() {
    cluster.close();
  }

  @Test
  @DisplayName("I62 a unit that does not exist ends the interrupt after its restarts, and is named")
  void aMissingUnitIsNamed() throws IOException {
    cluster.awaitNode("units", "node-0", Status.ERRORING);

    verdict("units", "node-0", "nosuch");
    told("units", "node-0", "after 3 restarts (allowance 3)");
    told("units", "node-0", "nosuch");
    assertEquals(
        "3",
        job("units", "node-0").getMetadata().getAnnotations().get(Keys.RESTART_LIMIT_EXCEEDED));
    List<String> calls = cluster.sandbox().node("node-0").systemctlCalls();
    assertEquals(4, calls.stream().filter("restart nosuch"::equals).count());
    assertEquals(1, calls.stream().filter("restart cron"::equals).count());
    assertEquals(0, calls.stream().filter("restart rsyslog"::equals).count());
  }

  @Test
  @Tag("slow")
  @DisplayName(
      "I60 a reboot that never takes effect ends at its deadline, and the other node goes on")
  void aRebootWithoutEffectEndsAtItsDeadline() throws IOException {
    cluster.sandbox().node("node-1").ignoreReboots();
    cluster.apply(nodeWright("ignored", "{type: reboot}", STAGE_TIMEOUT.toSeconds() + "s"));
    cluster.awaitNode("ignored", "node-1", Status.ERRORING);

    inTime("ignored", "node-1", STAGE_TIMEOUT);
    verdict("ignored", "node-1", "DeadlineExceeded");
    told("ignored", "node-1", "reached its deadline");
    cluster.awaitNode("ignored", "node-3", Status.COMPLETE);
  }

  @Test
  @Tag("slow")
  @DisplayName("a node that never comes back from its reboot is judged, and the other node goes on")
  void aNodeThatStaysDownIsJudged() {
    cluster.sandbox().node("node-2").stayDown();
    cluster.apply(nodeWright("gone", "{type: reboot}", STAGE_TIMEOUT.toSeconds() + "s"));
    cluster.awaitNode("gone", "node-2", Status.ERRORING);

    inTime("gone", "node-2", STAGE_TIMEOUT.plus(FAILURE_TARGET));
    verdict("gone", "node-2", "the node does not answer");
    told("gone", "node-2", "the node does not answer");
    cluster.awaitNode("gone", "node-4", Status.COMPLETE);
  }

  /// The verdict came within `bound` of the Job's start.
  private void inTime(String nodeWright, String node, Duration bound) {
    Instant started = Instant.parse(job(nodeWright, node).getStatus().getStartTime());
    Duration took = Duration.between(started, Instant.now());
    assertTrue(took.compareTo(bound.plus(LATE)) < 0, () -> "the verdict took " + took);
  }

  /// The engine's verdict on the node's package names the cause.
  private void verdict(String nodeWright, String node, String cause) {
    FleetReading fleet =
        new FleetReading(
            cluster.client(), "nodewright", EngineSettings.standard(Cluster.AGENT, "v0.21.0"));
    cluster.until(
        "the verdict on " + node + " names package, stage and " + cause,
        () ->
            new Engine()
                .decide(fleet.now(), nodeWright, Instant.now()).verdicts().stream()
                    .filter(verdict -> verdict.node().equals(node))
                    .filter(verdict -> verdict.packageName().equals("pkg"))
                    .anyMatch(
                        verdict ->
                            verdict.message().contains("stage interrupt failed for good")
                                && verdict.message().contains(cause)));
  }

  /// The contract's own event says it of the node and of the NodeWright.
  private void told(String nodeWright, String node, String text) {
    for (Map.Entry<String, String> about :
        Map.of("NodeWright", nodeWright, "Node", node).entrySet()) {
      cluster.until(
          "an event of the " + about.getKey() + " says " + text,
          () ->
              cluster.notes(about.getKey(), about.getValue(), "Interrupt").stream()
                  .anyMatch(note -> note.contains(node) && note.contains(text)));
    }
  }

  private Job job(String nodeWright, String node) {
    return cluster
        .client()
        .batch()
        .v1()
        .jobs()
        .inNamespace("nodewright")
        .withLabel(Keys.NAME, nodeWright)
        .withLabel(Keys.INTERRUPT, Keys.INTERRUPT_VALUE)
        .list()
        .getItems()
        .stream()
        .filter(job -> node.equals(job.getSpec().getTemplate().getSpec().getNodeName()))
        .findFirst()
        .orElseThrow();
  }

  private static String nodeWright(String name, String interrupt, String stageTimeout) {
    return """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: NodeWright
        metadata: {name: %s}
        spec:
          nodeSelectors: {matchLabels: {case: %s}}
          interruptionBudget: {count: 1}
          packages:
            pkg: {version: 1.0.0, image: nodewright.local/p, interrupt: %s, stageTimeout: %s}
        """
        .formatted(name, name, interrupt, stageTimeout);
  }
}
