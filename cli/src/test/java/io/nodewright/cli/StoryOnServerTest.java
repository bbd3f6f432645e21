package io.nodewright.cli;

import static io.nodewright.cli.RealCluster.STATE;
import static io.nodewright.cli.RealCluster.TUNE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.Keys;
import io.nodewright.api.v1alpha1.NodeWright;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What is read, as people see it, and what is never touched: transcripts against a real API
/// server.
@Tag("sandbox")
@ExtendWith(RealCluster.Shared.class)
class StoryOnServerTest {

  private static final List<String> LEGACY =
      List.of("skyhook.nvidia.com/nodeState_kernel-tune", "skyhook.nvidia.com/cordon_kernel-tune");

  private final RealCluster cluster;

  StoryOnServerTest(RealCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void clean() {
    cluster.clean();
  }

  @Test
  @DisplayName("C21 C28 C29 tables and documents are those of the golden file")
  void tables() {
    cluster.node("gpu1", Map.of("nodeState_" + TUNE, "{}", "runtimeRequiredCordon", "true"));
    cluster.node("gpu2", Map.of("nodeState_" + TUNE, STATE, "status_" + TUNE, "in_progress"));
    cluster.node("gpu3", Map.of("nodeState_" + TUNE, "{not json"));
    GoldenText golden = new GoldenText();
    for (String[] words :
        List.of(
            new String[] {"node", "status"},
            new String[] {"node", "status", "-o", "wide"},
            new String[] {"node", "status", "gpu2", "-o", "json"},
            new String[] {"node", "status", "gpu2", "-o", "yaml"},
            new String[] {"node", "status", "gpu9"},
            new String[] {"node", "list", "--nodewright", TUNE},
            new String[] {"node", "list", "--nodewright", TUNE, "-o", "wide"},
            new String[] {"node", "list", "--nodewright", TUNE, "-o", "json"},
            new String[] {"package", "status", "grub", "--nodewright", TUNE},
            new String[] {"package", "status", "grub", "--nodewright", TUNE, "-o", "wide"},
            new String[] {"package", "status", "grub", "--nodewright", TUNE, "-o", "yaml"},
            new String[] {"pause", TUNE, "--dry-run"},
            new String[] {"pause", TUNE},
            new String[] {"reset", TUNE, "--dry-run"},
            new String[] {
              "node", "reset", "gpu[12]", "--nodewright", TUNE, "--dry-run", "-o", "json"
            },
            new String[] {
              "package", "rerun", "grub", "--nodewright", TUNE, "--node", "gpu2", "--dry-run"
            },
            new String[] {"dp", "reset", TUNE, "--dry-run"},
            new String[] {"node", "list", "--nodewright", "gone"},
            new String[] {"explain", "gone"})) {
      golden.add(cluster.run(words), words);
    }
    golden.matches("tables.txt");
  }

  @Test
  @DisplayName("C28 events are told oldest first, of one object or of all, and others' are not")
  void events() {
    event(
        "one",
        "gpu1",
        "StageStarted",
        "stage apply of grub started",
        "2026-01-01T00:00:09Z",
        Keys.REPORTING_CONTROLLER);
    event(
        "two",
        "gpu1",
        "StageComplete",
        "stage apply of grub is complete",
        "2026-01-01T00:00:05Z",
        Keys.REPORTING_CONTROLLER);
    event(
        "three",
        "gpu2",
        "StageStarted",
        "stage apply of grub started",
        "2026-01-01T00:00:07Z",
        Keys.REPORTING_CONTROLLER);
    event("four", "gpu1", "Rebooted", "somebody else's", "2026-01-01T00:00:06Z", "kubelet");
    assertEquals(
        """
        TIME                  TYPE    REASON         OBJECT     COUNT  MESSAGE
        2026-01-01T00:00:05Z  Normal  StageComplete  node/gpu1  1      stage apply of grub is complete
        2026-01-01T00:00:09Z  Normal  StageStarted   node/gpu1  1      stage apply of grub started
        """,
        cluster.run("events", "gpu1").out());
    assertEquals(4, cluster.run("history").out().lines().count());
    assertTrue(
        cluster.run("history", "gpu2", "-o", "json").out().contains("\"object\": \"node/gpu2\""));
    assertEquals("No resources found.\n", cluster.run("events", "gpu3").err());
    cluster.client().events().v1().events().inNamespace("default").delete();
  }

  @Test
  @DisplayName(
      "C27 wait ends with the status, with its bound as an error, or with a name that is not there")
  void waiting() {
    publish("in_progress");
    Transcript late = cluster.run("wait", TUNE, "--timeout", "1s");
    assertEquals(1, late.code());
    assertTrue(
        late.err()
            .endsWith(
                "Error: timed out after 1s; to see what it waits for: kubectl nodewright explain"
                    + " kernel-tune\n"),
        late::err);
    assertTrue(late.err().startsWith("kernel-tune: in_progress, "), late::err);
    CompletableFuture<Transcript> waiting =
        CompletableFuture.supplyAsync(() -> cluster.run("wait", TUNE), Thread::startVirtualThread);
    publish("complete");
    Transcript done = waiting.join();
    assertEquals(0, done.code(), done::err);
    assertEquals("NodeWright \"kernel-tune\": complete\n", done.out());
    assertEquals("Error: nodewright \"gone\" not found\n", cluster.run("wait", "gone").err());
    assertEquals(1, cluster.run("wait", TUNE, "--for", "done").code());
  }

  @Test
  @DisplayName(
      "C4 explain says that nothing moves without an operator, and knows nodes and NodeWrights")
  void explain() {
    cluster.node("gpu1", Map.of());
    Transcript ran = cluster.run("explain", "gpu1");
    assertEquals(0, ran.code(), ran::err);
    assertEquals(
        "Note: no operator deployment found in namespace \"nodewright\"; without an operator"
            + " nothing moves\n",
        ran.err());
    assertTrue(cluster.run("explain", TUNE).out().startsWith("NodeWright kernel-tune: "));
    assertEquals(
        "node gpu1, NodeWright kernel-tune: unknown\n  no operator has taken it up yet\n",
        ran.out());
    assertEquals("[]\n", cluster.run("explain", TUNE, "-o", "json").out());
  }

  @Test
  @DisplayName(
      "C12 C32 no command touches a legacy key or object, a spec or a cordon, or asks for one")
  void legacyIsLeftAlone() {
    Map<String, String> ours = Map.of("nodeState_" + TUNE, STATE, "cordon_" + TUNE, "true");
    cluster.node("gpu1", ours);
    cluster
        .client()
        .nodes()
        .withName("gpu1")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            """
            {"metadata":{"annotations":{"%s":"old","%s":"true"},"labels":{"skyhook.nvidia.com/ignore":"true"}},
            "spec":{"taints":[{"key":"skyhook.nvidia.com","value":"runtime-required","effect":"NoSchedule"}]}}
            """
                .formatted(LEGACY.get(0), LEGACY.get(1)));
    long generation = cluster.tune().getMetadata().getGeneration();
    for (List<String> words :
        List.of(
            List.of("node", "status"),
            List.of("node", "list", "--nodewright", TUNE),
            List.of("package", "status", "grub", "--nodewright", TUNE),
            List.of("explain", "gpu1"),
            List.of("pause", TUNE, "-y"),
            List.of("resume", TUNE, "-y"),
            List.of("disable", TUNE, "-y"),
            List.of("enable", TUNE, "-y"),
            List.of("node", "ignore", "gpu1"),
            List.of("node", "unignore", "gpu1"),
            List.of("update-state", TUNE, "grub", "1.4.0", "config", "complete", "-y"),
            List.of("package", "rerun", "grub", "--nodewright", TUNE, "--node", "gpu1", "-y"),
            List.of("dp", "reset", TUNE, "-y"),
            List.of("node", "reset", "gpu1", "--nodewright", TUNE, "-y"),
            List.of("reset", TUNE, "-y"))) {
      Transcript ran = cluster.run(words.toArray(String[]::new));
      assertEquals(0, ran.code(), () -> words + ran.err());
    }
    Map<String, String> left = new TreeMap<>(cluster.read("gpu1").getMetadata().getAnnotations());
    assertEquals("old", left.get(LEGACY.get(0)));
    assertEquals("true", left.get(LEGACY.get(1)));
    assertEquals(
        "true", cluster.read("gpu1").getMetadata().getLabels().get("skyhook.nvidia.com/ignore"));
    assertTrue(cluster.read("gpu1").getSpec().getUnschedulable());
    assertTrue(
        cluster.read("gpu1").getSpec().getTaints().stream()
            .anyMatch(taint -> taint.getKey().equals("skyhook.nvidia.com")));
    assertEquals(generation, cluster.tune().getMetadata().getGeneration());
    assertEquals(
        List.of(),
        cluster.requests().stream().filter(line -> line.contains("skyhook.nvidia.com")).toList());
    assertEquals(
        List.of(),
        cluster.requests().stream()
            .filter(line -> !line.matches(".*\"verb\":\"(get|list|watch|patch)\".*"))
            .toList());
  }

  @Test
  @DisplayName(
      "C37 an upstream operator's record is read, and what we write has its members and no others")
  void interoperates() {
    cluster.node(
        "gpu1",
        Map.of(
            "nodeState_" + TUNE,
            """
            {"grub|1.4.0":{"name":"grub","version":"1.4.0","image":"example/grub","stage":"post-interrupt",\
            "state":"complete","restarts":2,"containerSHA":"sha256:0","invalid":false}}\
            """));
    cluster.node("gpu2", Map.of());
    assertTrue(
        cluster
            .run("package", "status", "grub", "--nodewright", TUNE, "-o", "wide")
            .out()
            .contains(
                "gpu1  grub     1.4.0    post-interrupt  complete  2         example/grub\n"));
    assertEquals(
        0,
        cluster
            .run(
                "update-state",
                TUNE,
                "sysctl",
                "2.0.1",
                "apply",
                "in_progress",
                "--node",
                "gpu2",
                "--add",
                "-y")
            .code());
    assertEquals(
        "{\"sysctl|2.0.1\":{\"name\":\"sysctl\",\"version\":\"2.0.1\",\"image\":\"example/sysctl\","
            + "\"stage\":\"apply\",\"state\":\"in_progress\"}}",
        cluster.annotation("gpu2", "nodeState_" + TUNE));
  }

  private void event(
      String name, String node, String reason, String note, String time, String controller) {
    cluster
        .client()
        .resource(
            new EventBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withEventTime(new MicroTime(time.replace("Z", ".000000Z")))
                .withReportingController(controller)
                .withReportingInstance("test")
                .withAction("Act")
                .withType("Normal")
                .withReason(reason)
                .withNote(note)
                .withNewRegarding()
                .withKind("Node")
                .withName(node)
                .endRegarding()
                .build())
        .create();
  }

  private void publish(String status) {
    cluster
        .client()
        .resources(NodeWright.class)
        .withName(TUNE)
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"status\":{\"status\":\"%s\",\"observedGeneration\":%d,\"completeNodes\":\"0/0\"}}"
                .formatted(status, cluster.tune().getMetadata().getGeneration()));
  }
}
