package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The operator is killed, and the API server goes away, in the middle of a rollout of the demo.
@Tag("sandbox")
class SurvivalTest {

  private static final int KILLS = 10;
  private static final Duration LONGER_THAN_THE_LEASE = Duration.ofSeconds(20);

  /// Steps of each package that the rollout runs, and how often each has to run: once in apply,
  /// once in config.
  private static final Map<String, Integer> STEPS =
      Map.of(
          "kernel-modules/1.0.0/write_list.sh", 2,
          "kernel-modules/1.0.0/write_list_check.sh", 2,
          "sysctl-lite/2.0.0/write_dropin.sh", 2,
          "sysctl-lite/2.0.0/write_dropin_check.sh", 2,
          "motd/1.0.0/install_motd.sh", 1,
          "motd/1.0.0/refresh_motd.sh", 1);

  @Test
  void killedTenTimesItConvergesAndNoStageRunsTwice() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (Cluster cluster = demo(20)) {
      for (int i = 0; i < KILLS; i++) {
        waitAtMost(Duration.ofMillis(500 + random.nextInt(4000)), cluster);
        cluster.operator().kill();
        cluster.operator().restart();
      }
      cluster.await("host-basics", Status.COMPLETE);
      assertEveryStepRanOnce(cluster, 20, "seed " + seed);
      assertEquals(
          0,
          cluster.client().pods().inNamespace("nodewright").list().getItems().stream()
              .filter(pod -> "Failed".equals(pod.getStatus().getPhase()))
              .count(),
          () -> "failed Pods, seed " + seed);
    }
  }

  @Test
  void anOutageLongerThanTheLeaseLeavesTheProcessAliveAndTheRolloutFinishes() throws IOException {
    try (Cluster cluster = demo(4)) {
      cluster.until("work has begun", () -> cluster.status("host-basics").nodesInProgress() > 0);
      long pid = cluster.operator().pid();
      cluster.sandbox().stopApiServer();
      Instant back = Instant.now().plus(LONGER_THAN_THE_LEASE);
      Await.until(
          "the outage is over",
          LONGER_THAN_THE_LEASE.multipliedBy(2),
          () -> Instant.now().isAfter(back));
      assertTrue(cluster.operator().alive(), "the process has ended");
      cluster.sandbox().startApiServer();
      cluster.await("host-basics", Status.COMPLETE);
      assertEquals(pid, cluster.operator().pid());
      String log = Files.readString(cluster.operator().log());
      assertTrue(log.contains("lost the lease"), "the fence never closed:\n" + log);
      assertEveryStepRanOnce(cluster, 4, "outage");
    }
  }

  private static Cluster demo(int nodes) throws IOException {
    Cluster cluster = new Cluster(options -> options.withNodes(nodes), Map.of());
    return cluster
        .sample("kernel-modules", "1.0.0")
        .sample("sysctl-lite", "2.0.0")
        .sample("motd", "1.0.0")
        .apply(Files.readString(Cluster.project().resolve("samples/resources/host-basics.yaml")));
  }

  /// Until the time is over, or nothing is left to disturb.
  private static void waitAtMost(Duration time, Cluster cluster) {
    Instant end = Instant.now().plus(time);
    Await.until(
        "the next kill",
        time.plusSeconds(60),
        () ->
            Instant.now().isAfter(end)
                || cluster.status("host-basics").status() == Status.COMPLETE);
  }

  /// Each run of a step leaves one log on its host.
  private static void assertEveryStepRanOnce(Cluster cluster, int nodes, String what)
      throws IOException {
    for (int i = 0; i < nodes; i++) {
      Path logs = cluster.sandbox().node("node-" + i).file("/var/log/skyhook/host-basics");
      for (Map.Entry<String, Integer> step : STEPS.entrySet()) {
        Path path = logs.resolve(step.getKey());
        String prefix = path.getFileName() + "-2";
        try (Stream<Path> files = Files.list(path.getParent())) {
          long runs =
              files.filter(file -> file.getFileName().toString().startsWith(prefix)).count();
          String where = step.getKey() + " on node-" + i + ", " + what;
          assertEquals(
              step.getValue().longValue(),
              runs,
              () -> where + "\n" + new Unfinished(cluster.client()).told());
        }
      }
    }
  }
}
