package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.OperatorProcess;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two replicas, of which the one that leads is ended again and again during a rollout (contract 08
/// §5), on hollow nodes, which count how often each container of each stage ran.
@Tag("sandbox")
class FailoverTest {

  /// What a stopped replica may take to hand over, in time of its own; the lease is tried every 2
  /// s.
  private static final Duration HAND_OVER = Duration.ofSeconds(3);

  /// What a killed one may take: its lease runs out.
  private static final Duration TAKE_OVER = Duration.ofSeconds(30);

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Path FIGURES = Path.of("target/failover.txt");

  private static final String NODE_WRIGHT =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: fleet}
      spec:
        interruptionBudget: {count: %d}
        packages:
          base: {version: 1.0.0, image: nodewright.local/base}
          tool: {version: 1.0.0, image: nodewright.local/tool, dependsOn: {base: 1.0.0}}
      """;

  @Test
  @DisplayName(
      "O6 O44 killed once and replaced once during a rollout: work moves, no stage is lost or doubled")
  void killedAndReplaced() throws IOException {
    drill(10, 2, 3);
  }

  @Test
  @Tag("slow")
  @DisplayName(
      "O6 O44 ended twenty times during a rollout of fifty nodes: no stage is lost or doubled")
  void endedTwentyTimes() throws IOException {
    drill(50, 20, 2);
  }

  @Test
  @Tag("slow")
  @DisplayName("O7 an API server that is away for a minute ends no process and loses no stage")
  void outageOfAMinute() throws IOException {
    StepCounts counts = new StepCounts(Duration.ofMillis(300));
    try (Replicas replicas = new Replicas(10, counts)) {
      Map<String, Long> pids = pids(replicas);
      replicas.sandbox().apply(NODE_WRIGHT.formatted(2));
      replicas.until("work has begun", () -> replicas.status("fleet").nodesInProgress() > 0);

      replicas.sandbox().stopApiServer();
      Instant back = Instant.now().plus(LONG);
      Await.until("it was away for long", LONG.multipliedBy(2), () -> Instant.now().isAfter(back));
      replicas.sandbox().startApiServer();

      awaitComplete(replicas);
      assertEquals(pids, pids(replicas), replicas.logs());
      assertTrue(replicas.logs().contains("lost the lease"), replicas.logs());
      assertEachRanOnce(counts, 10);
    }
  }

  /// Ends the leader again and again, by turns with SIGTERM and SIGKILL, and starts it again.
  private static void drill(int nodes, int times, int budget) throws IOException {
    StepCounts counts = new StepCounts(Duration.ofMillis(300));
    List<Duration> handOvers = new ArrayList<>();
    List<Duration> takeOvers = new ArrayList<>();
    try (Replicas replicas = new Replicas(nodes, counts)) {
      replicas.sandbox().apply(NODE_WRIGHT.formatted(budget));
      replicas.until("work has begun", () -> replicas.status("fleet").nodesInProgress() > 0);
      int atWork = 0;
      for (int i = 0; i < times; i++) {
        if (replicas.status("fleet").status() != Status.COMPLETE) {
          atWork++;
        }
        boolean clean = i % 2 == 0;
        (clean ? handOvers : takeOvers).add(end(replicas, clean));
        tell(nodes, i + 1, atWork, handOvers, takeOvers);
      }
      awaitComplete(replicas);
      assertEachRanOnce(counts, nodes);
      assertEquals(
          nodes * 4,
          replicas
              .sandbox()
              .client()
              .batch()
              .v1()
              .jobs()
              .inNamespace(OperatorProcess.NAMESPACE)
              .list()
              .getItems()
              .size(),
          "one Job for each node, package and stage");
      assertEquals(times, atWork, "the rollout was over before the last end");
      assertTrue(
          handOvers.stream().allMatch(each -> each.compareTo(HAND_OVER) < 0),
          () -> "hand-overs " + handOvers + "\n" + replicas.logs());
      assertTrue(
          takeOvers.stream().allMatch(each -> each.compareTo(TAKE_OVER) < 0),
          () -> "take-overs " + takeOvers + "\n" + replicas.logs());
    }
  }

  /// @return how long nobody led
  private static Duration end(Replicas replicas, boolean clean) throws IOException {
    replicas.until(
        "the other one stands by",
        () -> replicas.all().values().stream().allMatch(OperatorProcess::ready));
    OperatorProcess leader = replicas.leader();
    String identity = replicas.holder();
    Instant ended = Instant.now();
    if (!clean) {
      leader.kill();
      leader.restart(); // as a kubelet does; it may well be the next one
      return replicas.awaitNext(identity, ended);
    }
    leader.terminate();
    Duration gap = replicas.awaitNext(identity, ended);
    assertEquals(0, leader.awaitEnd(), () -> Replicas.log(leader));
    leader.restart();
    return gap;
  }

  private static void awaitComplete(Replicas replicas) {
    replicas.until(
        "the rollout is complete", () -> replicas.status("fleet").status() == Status.COMPLETE);
  }

  private static void assertEachRanOnce(StepCounts counts, int nodes) {
    SortedMap<String, Integer> all = counts.all();
    SortedMap<String, Integer> doubled = new TreeMap<>(all);
    doubled.values().removeIf(runs -> runs == 1);
    assertEquals(Map.of(), doubled, "these ran more than once");
    // Each stage has one container that copies and two that run steps and their checks.
    SortedMap<String, Integer> perNode = new TreeMap<>();
    all.keySet().forEach(key -> perNode.merge(key.substring(0, key.indexOf(' ')), 1, Integer::sum));
    assertEquals(nodes, perNode.size(), perNode::toString);
    assertEquals(1, perNode.values().stream().distinct().count(), () -> "lost: " + perNode);
  }

  private static Map<String, Long> pids(Replicas replicas) {
    Map<String, Long> pids = new TreeMap<>();
    replicas.all().forEach((name, each) -> pids.put(name, each.alive() ? each.pid() : 0));
    return pids;
  }

  private static void tell(
      int nodes, int times, int atWork, List<Duration> handOvers, List<Duration> takeOvers)
      throws IOException {
    String told =
        "%d nodes, leader ended %d times, %d of them during the rollout; without a leader after SIGTERM %s, after SIGKILL %s"
            .formatted(nodes, times, atWork, seconds(handOvers), seconds(takeOvers));
    Files.createDirectories(FIGURES.getParent());
    Files.writeString(FIGURES, told + "\n");
    System.out.println(told);
  }

  private static List<Double> seconds(List<Duration> all) {
    return all.stream().map(each -> each.toMillis() / 1000.0).sorted().toList();
  }
}
