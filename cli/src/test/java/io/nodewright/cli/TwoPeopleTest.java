package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.node.NodeStates;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.status.Status;
import io.nodewright.sandbox.process.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two people who write to the records of nodes while the operator does.
@Tag("sandbox")
@Tag("slow")
class TwoPeopleTest {

  private static final int NODES = 6;
  private static final int ROUNDS = 25;
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String TUNE = "tune";

  /// A NodeWright that nobody but the two writes for: the operator leaves it alone.
  private static final String QUIET = "quiet";

  private static final String NODE_WRIGHT =
      """
      apiVersion: nodewright.nvidia.com/v1alpha1
      kind: NodeWright
      metadata: {name: %s, annotations: {%s}}
      spec:
        nodeSelectors: {matchLabels: {pool: gpu}}
        interruptionBudget: {percent: 100}
        packages:
          first: {version: 1.0.0, image: example/first}
          second: {version: 1.0.0, image: example/second}
          third: {version: 1.0.0, image: example/third, dependsOn: {first: 1.0.0}}
      """;

  @Test
  @DisplayName(
      "C19 two loops of update-state, reset and rerun beside a rollout: no lost update, no record"
          + " that cannot be read")
  void beside() throws InterruptedException, ExecutionException {
    try (LiveCluster cluster =
            new LiveCluster(
                options -> options.withHollowNodes(NODES).withLabels(Map.of("pool", "gpu")));
        ExecutorService people = Executors.newFixedThreadPool(2)) {
      cluster.apply(NODE_WRIGHT.formatted(TUNE, ""));
      cluster.apply(NODE_WRIGHT.formatted(QUIET, Keys.DISABLE + ": \"true\""));
      List<Future<List<Transcript>>> both =
          List.of(
              people.submit(() -> loop(cluster, "first")),
              people.submit(() -> loop(cluster, "second")));
      List<Transcript> all = new ArrayList<>();
      for (Future<List<Transcript>> one : both) {
        all.addAll(one.get());
      }

      // Each told what it did; a conflict that outlasted five tries is an error that names its
      // node.
      long failed = all.stream().filter(ran -> ran.code() != 0).count();
      assertTrue(
          all.stream()
              .filter(ran -> ran.code() != 0)
              .allMatch(ran -> ran.err().contains("Error: node \"hollow-")),
          () -> all.stream().filter(ran -> ran.code() != 0).toList().toString());
      assertTrue(failed * 20 <= all.size(), () -> failed + " of " + all.size() + " gave up");
      nothingIsLost(cluster);
      everythingReads(cluster);
      Await.until("the rollout ends all the same", PATIENCE, () -> complete(cluster));
    }
  }

  /// One person's work: an entry of their own per round on the quiet NodeWright, and what disturbs
  /// the rollout of the other.
  private static List<Transcript> loop(LiveCluster cluster, String own) {
    String[] add = {
      "update-state", QUIET, own, "1.0.0", "config", "complete", "-l", "pool=gpu", "--add", "-y"
    };
    List<Transcript> ran = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String node = "hollow-" + round % NODES;
      ran.add(cluster.run(add));
      ran.add(
          cluster.run(
              "update-state", TUNE, own, "1.0.0", "apply", "in_progress", "--node", node, "-y"));
      ran.add(cluster.run("package", "rerun", own, "--nodewright", TUNE, "--node", node, "-y"));
      ran.add(cluster.run("node", "reset", node, "--nodewright", TUNE, "-y"));
      ran.add(cluster.run("reset", QUIET, "--package", own, "-y"));
    }
    Await.until("the last entries are written", PATIENCE, () -> cluster.run(add).code() == 0);
    return ran;
  }

  /// The last that each of the two did was to add their entry on all nodes.
  private static void nothingIsLost(LiveCluster cluster) {
    for (Node node : cluster.client().nodes().list().getItems()) {
      NodeState state = NodeStates.read(text(node, QUIET));
      assertTrue(
          state instanceof NodeState.Known, () -> node.getMetadata().getName() + ": " + state);
      assertEquals(
          List.of("first", "second"),
          Stream.of("first", "second")
              .filter(name -> text(node, QUIET).contains("\"" + name + "|1.0.0\""))
              .toList());
    }
  }

  private static void everythingReads(LiveCluster cluster) {
    for (Node node : cluster.client().nodes().list().getItems()) {
      String text = text(node, TUNE);
      assertTrue(text.isEmpty() || NodeStates.read(text) instanceof NodeState.Known, text);
    }
  }

  private static String text(Node node, String nodeWright) {
    return node.getMetadata().getAnnotations().getOrDefault(Keys.nodeState(nodeWright), "");
  }

  private static boolean complete(LiveCluster cluster) {
    NodeWright stored = cluster.client().resources(NodeWright.class).withName(TUNE).get();
    return NodeWrightViews.of(stored).status().status() == Status.COMPLETE;
  }
}
