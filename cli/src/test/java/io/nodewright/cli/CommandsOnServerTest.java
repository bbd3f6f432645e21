package io.nodewright.cli;

import static io.nodewright.cli.RealCluster.STATE;
import static io.nodewright.cli.RealCluster.TUNE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.Keys;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Commands against a real API server: the transcripts of contract 07 §17.
@Tag("sandbox")
@ExtendWith(RealCluster.Shared.class)
class CommandsOnServerTest {

  private static final JsonMapper JSON = new JsonMapper();

  private final RealCluster cluster;

  CommandsOnServerTest(RealCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void clean() {
    cluster.clean();
  }

  @Test
  @DisplayName("C8 C9 C35 the verbs set and remove one annotation, and the generation stays")
  void verbs() {
    long generation = cluster.tune().getMetadata().getGeneration();
    Transcript paused = cluster.run("pause", TUNE, "-y");
    assertEquals("NodeWright \"kernel-tune\" paused\n", paused.out(), paused::err);
    assertEquals("true", annotations().get(Keys.PAUSE));
    assertEquals(
        "NodeWright \"kernel-tune\" is already paused\n",
        cluster.run("lifecycle", "pause", TUNE, "-y").out());
    assertEquals(0, cluster.run("lifecycle", "disable", TUNE, "--confirm").code());
    assertEquals("true", annotations().get(Keys.DISABLE));

    Transcript resumed = cluster.run("resume", TUNE, "--confirm");
    assertEquals("NodeWright \"kernel-tune\" resumed\n", resumed.out());
    assertTrue(
        resumed.err().endsWith("Note: nodewright \"kernel-tune\" is still disabled\n"),
        resumed::err);
    assertFalse(annotations().containsKey(Keys.PAUSE));
    assertEquals(0, cluster.run("enable", TUNE, "-y").code());
    assertFalse(annotations().containsKey(Keys.DISABLE));
    assertEquals(generation, cluster.tune().getMetadata().getGeneration());
    assertEquals("Error: nodewright \"no\" not found\n", cluster.run("pause", "no", "-y").err());
  }

  @Test
  @DisplayName(
      "C26 a question takes y and yes alone; declined is exit 0, no answer is CE9 and exit 1")
  void questions() {
    String preview =
        """
        This will pause NodeWright "kernel-tune":
          running stages are stopped and re-run after resume
          NodeWrights ordered after it wait on the same nodes
        Continue? [y/N]:\s""";
    Transcript nobody = cluster.run("pause", TUNE);
    assertEquals(1, nobody.code());
    assertEquals(
        preview + "\nError: confirmation required: run again with --confirm\n", nobody.err());
    Transcript declined = Transcript.answered("sure\n", cluster.environment(), "pause", TUNE);
    assertEquals(0, declined.code());
    assertEquals(preview + "Aborted\n", declined.err());
    assertFalse(annotations().containsKey(Keys.PAUSE));
    Transcript yes = Transcript.answered("YES\n", cluster.environment(), "pause", TUNE);
    assertEquals("NodeWright \"kernel-tune\" paused\n", yes.out());
  }

  @Test
  @DisplayName("C2 C6 C21 C29 tables, in both orders of flags and whatever -n says")
  void tables() {
    cluster.node("gpu2", Map.of("nodeState_" + TUNE, STATE, "status_" + TUNE, "in_progress"));
    cluster.node("gpu1", Map.of("nodeState_" + TUNE, "{}", "runtimeRequiredCordon", "true"));
    cluster.node("gpu3", Map.of());
    String status =
        """
        NODE  NODEWRIGHT   STATUS       PACKAGES  CORDONED  RUNTIME-REQUIRED-CORDON
        gpu1  kernel-tune  unknown      0/2       true      true
        gpu2  kernel-tune  in_progress  1/2       true      false
        """;
    assertEquals(status, cluster.run("node", "status").out());
    assertEquals(status, cluster.run("-n", "other", "node", "status").out());
    assertEquals(
        """
        NODE  NODEWRIGHT   PACKAGE  VERSION  STAGE      STATE     RESTARTS  IMAGE           CORDONED  RUNTIME-REQUIRED-CORDON
        gpu2  kernel-tune  grub     1.4.0    interrupt  erroring  3         example/grub    true      false
        gpu2  kernel-tune  sysctl   2.0.1    config     complete  0         example/sysctl  true      false
        """,
        cluster.run("node", "status", "gpu2", "-o", "wide").out());
    assertEquals(
        """
        NODE  STATUS       PACKAGES  RESTARTS  SELECTED  IGNORED  ORDER
        gpu1  unknown      0/2       0         true      false    -
        gpu2  in_progress  1/2       3         true      false    -
        gpu3  unknown      0/2       0         true      false    -
        """,
        cluster.run("-o=wide", "node", "list", "--nodewright", TUNE).out());
    assertEquals(
        """
        NODE  PACKAGE  VERSION  STAGE      STATE     RESTARTS  IMAGE
        gpu2  grub     1.4.0    interrupt  erroring  3         example/grub
        """,
        cluster.run("package", "status", "grub", "--nodewright", TUNE, "-o", "wide").out());
  }

  @Test
  @DisplayName(
      "C28 JSON and YAML parse with warnings present; an empty table is one line on stderr")
  void documents() {
    assertEquals("[]\n", cluster.run("node", "status", "-o", "json").out());
    assertEquals("No resources found.\n", cluster.run("node", "status").err());
    cluster.node("gpu1", Map.of("nodeState_" + TUNE, "{not json"));
    cluster.node("gpu2", Map.of("nodeState_" + TUNE, STATE));
    Transcript ran = cluster.run("node", "status", "-o", "json");
    assertEquals(
        "Warning: node \"gpu1\": annotation nodewright.nvidia.com/nodeState_kernel-tune is not valid"
            + " JSON\n",
        ran.err());
    JsonNode rows = JSON.readTree(ran.out());
    assertTrue(rows.get(0).get("packagesTotal").isNull());
    assertEquals("grub@1.4.0:interrupt", rows.get(1).get("erroringPackages").get(0).stringValue());
    assertEquals(TUNE, rows.get(1).get("skyhookName").stringValue());
    Transcript yaml = cluster.run("node", "status", "gpu2", "-o", "yaml");
    JsonNode read = tools.jackson.dataformat.yaml.YAMLMapper.builder().build().readTree(yaml.out());
    assertEquals(rows.get(1), read.get(0));
  }

  @Test
  @DisplayName(
      "C17 C18 C19 update-state replaces one entry, adds only with a scope, keeps what it does not know")
  void updateState() {
    cluster.node("gpu2", Map.of("nodeState_" + TUNE, STATE));
    cluster.node("gpu3", Map.of());
    Transcript ran =
        cluster.run(
            "update-state",
            TUNE,
            "grub",
            "1.4.0",
            "config",
            "complete",
            "--node",
            "gpu2",
            "--node",
            "gone",
            "-y");
    assertEquals(
        "node \"gpu2\": grub@1.4.0 interrupt/erroring -> config/complete\n1 of 1 nodes updated\n",
        ran.out());
    assertEquals(
        """
        Warning: nodewright "kernel-tune" is not paused; the operator may overwrite this edit
        Warning: node "gone": does not exist; skipped
        """,
        ran.err());
    assertEquals(
        STATE
            .replace("\"stage\":\"interrupt\"", "\"stage\":\"config\"")
            .replace("erroring", "complete"),
        cluster.annotation("gpu2", "nodeState_" + TUNE));
    String[] add = {"update-state", TUNE, "grub", "1.4.0", "apply", "in_progress", "-y", "--add"};
    assertEquals("Error: --add needs --node or --selector\n", cluster.run(add).err());
    Transcript added = Transcript.of(cluster.environment(), concat(add, "-l", "pool=gpu"));
    assertTrue(
        added.err().contains("node \"gpu2\" already has an entry for grub@1.4.0; skipped"),
        added::err);
    assertTrue(
        cluster.annotation("gpu3", "nodeState_" + TUNE).contains("\"interruptPending\":true"));
    for (Map.Entry<String, List<String>> wrong :
        Map.of(
                "invalid stage \"apply-check\"",
                List.of("update-state", TUNE, "grub", "1.4.0", "apply-check", "complete"),
                "invalid state \"done\"",
                List.of("update-state", TUNE, "grub", "1.4.0", "apply", "done"),
                "package \"grub\" version \"9\" is not in nodewright \"kernel-tune\"",
                List.of("update-state", TUNE, "grub", "9", "apply", "complete"),
                "accepts 5 argument(s), received 1",
                List.of("update-state", TUNE))
            .entrySet()) {
      Transcript refused = cluster.run(wrong.getValue().toArray(String[]::new));
      assertEquals(1, refused.code());
      assertTrue(refused.err().startsWith("Error: " + wrong.getKey()), refused::err);
    }
  }

  @Test
  @DisplayName(
      "C20 C24 C25 ignore writes exactly true; a pattern without a node stops all; --dry-run writes nothing")
  void ignore() {
    cluster.node("worker-1", Map.of());
    cluster.node("worker-10", Map.of("nodeState_" + TUNE, STATE));
    int before = cluster.writes().size();
    Transcript none = cluster.run("node", "ignore", "worker-1", "gpu-.*");
    assertEquals("Error: no node matches \"gpu-.*\"\n", none.err());
    assertEquals(1, none.code());
    for (List<String> dry :
        List.of(
            List.of("node", "ignore", "worker.*"),
            List.of("reset", TUNE),
            List.of("pause", TUNE),
            List.of("node", "reset", "worker-10", "--nodewright", TUNE),
            List.of("package", "rerun", "grub", "--nodewright", TUNE, "--node", "worker-10"),
            List.of("update-state", TUNE, "grub", "1.4.0", "config", "complete"))) {
      Transcript ran =
          Transcript.of(cluster.environment(), concat(dry.toArray(String[]::new), "--dry-run"));
      assertEquals(0, ran.code(), ran::err);
      assertTrue(ran.out().lines().allMatch(line -> line.startsWith("[dry-run] ")), ran::out);
    }
    assertEquals(before, cluster.writes().size());

    assertEquals(0, cluster.run("node", "ignore", "worker-1").code());
    assertEquals("true", cluster.read("worker-1").getMetadata().getLabels().get(Keys.IGNORE));
    assertFalse(cluster.read("worker-10").getMetadata().getLabels().containsKey(Keys.IGNORE));
    assertEquals(0, cluster.run("node", "unignore", "worker-1").code());
    assertFalse(cluster.read("worker-1").getMetadata().getLabels().containsKey(Keys.IGNORE));
  }

  @Test
  @DisplayName("C22 L94 rerun --stage takes four stages; without it the entry goes")
  void rerun() {
    cluster.node("gpu2", Map.of("nodeState_" + TUNE, STATE));
    String[] rerun = {"package", "rerun", "grub", "--nodewright", TUNE, "--node", "gpu2", "-y"};
    assertEquals(
        1, Transcript.of(cluster.environment(), concat(rerun, "--stage", "upgrade")).code());
    Transcript staged = Transcript.of(cluster.environment(), concat(rerun, "--stage", "config"));
    assertEquals(
        "node \"gpu2\": grub@1.4.0 set to config/in_progress\n1 of 1 nodes updated\n",
        staged.out());
    String state = cluster.annotation("gpu2", "nodeState_" + TUNE);
    assertTrue(
        state.contains("\"stage\":\"config\",\"state\":\"in_progress\",\"interruptPending\""));
    assertEquals(0, cluster.run(rerun).code());
    assertFalse(cluster.annotation("gpu2", "nodeState_" + TUNE).contains("grub"));
    assertTrue(cluster.annotation("gpu2", "nodeState_" + TUNE).contains("sysctl"));
  }

  @Test
  @DisplayName("C31 --skyhook is an alias with CD1; another value beside it fails")
  void legacyFlag() {
    Transcript ran = cluster.run("node", "list", "--skyhook", TUNE);
    assertEquals(0, ran.code());
    assertTrue(ran.err().startsWith("Flag --skyhook is deprecated, use --nodewright instead\n"));
    assertEquals(1, cluster.run("node", "list", "--skyhook", TUNE, "--nodewright", "x").code());
  }

  private Map<String, String> annotations() {
    return cluster.tune().getMetadata().getAnnotations();
  }

  private static String[] concat(String[] words, String... more) {
    return java.util.stream.Stream.concat(
            java.util.Arrays.stream(words), java.util.Arrays.stream(more))
        .toArray(String[]::new);
  }
}
