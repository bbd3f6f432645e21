package io.nodewright.sandbox.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.engine.status.Status;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Each thing that can be wrong with a package or a node gives an event and a status that name
/// node, package, stage and cause, and the other nodes complete.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsTest {

  private static final String GOOD_SCRIPT =
      "#!/bin/bash\necho done >>/etc/\"${SKYHOOK_RESOURCE_ID##*_}\".done\n";

  private final Cluster cluster;

  FaultsTest() throws IOException {
    cluster =
        new Cluster(
            options -> options.withNodes(7).withBackOffScale(0.05),
            Map.of("JOB_BACKOFF_LIMIT", "1", "JOB_STAGE_TIMEOUT", "20s"));
  }

  /// Node 0 has no fault of its own; nodes 1 to 6 have one each. All start at once, since a verdict
  /// takes a while.
  @BeforeAll
  void start() throws IOException {
    cluster.image("good", steps("a.sh", GOOD_SCRIPT));
    cluster.image(
        "failing",
        steps(
            "a.sh",
            "#!/bin/bash\n[ \"$(cat /etc/hostname)\" != node-1 ] || { echo no space >&2; exit 7; }\n"));
    cluster.image("hanging", steps("a.sh", "#!/bin/bash\nsleep 600\n"));
    cluster.image(
        "malformed",
        Map.of("config.json", "{ \"schema_version\": ", "skyhook_dir/a.sh", GOOD_SCRIPT));
    cluster.image(
        "expecting",
        Map.of("config.json", manifest("[\"wanted.conf\"]"), "skyhook_dir/a.sh", GOOD_SCRIPT));
    for (int i = 0; i < 7; i++) {
      cluster.label("node-" + i, "case", Integer.toString(i));
    }
    cluster.annotate("node-6", "nodewright.nvidia.com/nodeState_good", "{not-json");
    cluster.apply(nodeWright("good", "good", 100, "0, 2, 3, 4, 5, 6"));
    cluster.apply(nodeWright("failing", "failing", 200, "0, 1"));
    cluster.apply(nodeWright("hanging", "hanging", 200, "2"));
    cluster.apply(nodeWright("missing", "nowhere", 200, "3"));
    cluster.apply(nodeWright("malformed", "malformed", 200, "4"));
    cluster.apply(nodeWright("expecting", "expecting", 200, "5"));
  }

  @AfterAll
  void close() {
    cluster.close();
  }

  @Test
  void aFailingStepIsNamedAndTheOtherNodeCompletes() {
    cluster.awaitNode("failing", "node-0", Status.COMPLETE);
    verdict("failing", "node-1", "exit_code=\"7\"");
  }

  @Test
  void aHangingStepIsEndedAndNamed() {
    verdict("hanging", "node-2", "DeadlineExceeded");
  }

  @Test
  void aMissingImageIsNamedBeforeItsVerdict() {
    cluster.until(
        "the missing image is told",
        () -> !cluster.notes("NodeWright", "missing", "ImagePullFailed").isEmpty());
    String note = cluster.notes("NodeWright", "missing", "ImagePullFailed").getFirst();
    assertTrue(
        note.contains("nodewright.local/nowhere:1.0.0") && note.contains("node-3"), () -> note);
    verdict("missing", "node-3", "");
  }

  @Test
  void aMalformedManifestIsNamed() {
    verdict("malformed", "node-4", "config.json: not JSON");
  }

  @Test
  void anAbsentConfigFileIsNamed() {
    verdict("expecting", "node-5", "expected config files missing: wanted.conf");
  }

  @Test
  void aMalformedAnnotationIsNamedAndTheOtherNodesComplete() {
    cluster.awaitNode("good", "node-6", Status.UNKNOWN);
    for (int i : new int[] {0, 2, 3, 4, 5}) {
      cluster.awaitNode("good", "node-" + i, Status.COMPLETE);
    }
    assertEquals(
        "nodeState annotation cannot be parsed on 1 node(s): node-6",
        cluster.condition("good", "NodeStateMalformed").orElseThrow().message());
    cluster.until(
        "the node's event is told", () -> !cluster.notes("Node", "node-6", "State").isEmpty());
  }

  /// The node is erroring, and the event names node, package, stage and cause.
  private void verdict(String nodeWright, String node, String cause) {
    cluster.awaitNode(nodeWright, node, Status.ERRORING);
    cluster.until(
        "an event names " + node + ", package, stage and " + cause,
        () ->
            cluster.notes("NodeWright", nodeWright, "State").stream()
                .anyMatch(
                    note ->
                        note.contains("[pkg:1.0.0]")
                            && note.contains("[apply]")
                            && note.contains(node)
                            && note.contains(cause)));
  }

  private static Map<String, String> steps(String name, String script) {
    return Map.of("config.json", manifest("[]"), "skyhook_dir/" + name, script);
  }

  private static String manifest(String expected) {
    String step =
        "[{\"name\":\"a\",\"path\":\"a.sh\",\"arguments\":[],\"returncodes\":[0],\"on_host\":true,"
            + "\"idempotence\":true,\"upgrade_step\":false}]";
    return """
        {"schema_version":"v1","package_name":"pkg","package_version":"1.0.0","expected_config_files":%s,
         "modes":{"apply":%s,"apply-check":%s,"config":%s,"config-check":%s}}
        """
        .formatted(expected, step, step, step, step);
  }

  private static String nodeWright(String name, String image, int priority, String cases) {
    return """
        apiVersion: nodewright.nvidia.com/v1alpha1
        kind: NodeWright
        metadata: {name: %s}
        spec:
          priority: %d
          nodeSelectors:
            matchExpressions: [{key: case, operator: In, values: [%s]}]
          packages:
            pkg: {version: 1.0.0, image: nodewright.local/%s}
        """
        .formatted(
            name,
            priority,
            String.join(", ", List.of(cases.split(", ")).stream().map(c -> '"' + c + '"').toList()),
            image);
  }
}
