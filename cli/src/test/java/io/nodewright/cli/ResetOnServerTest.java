package io.nodewright.cli;

import static io.nodewright.cli.RealCluster.STATE;
import static io.nodewright.cli.RealCluster.TUNE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.api.Keys;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.status.PublishedStatus;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What resets remove and what they leave (contract 07 §10.3, §10.7, §10.9, §10.11).
@Tag("sandbox")
@ExtendWith(RealCluster.Shared.class)
class ResetOnServerTest {

  private static final String UNINSTALLING =
      """
      {"grub|1.4.0":{"name":"grub","version":"1.4.0","image":"example/grub",\
      "stage":"uninstall-interrupt","state":"in_progress"}}""";

  private final RealCluster cluster;

  ResetOnServerTest(RealCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void clean() {
    cluster.clean();
  }

  @Test
  @DisplayName(
      "C10 C11 C12 L96 reset removes the keys of the NodeWright and no other; the cordon stays")
  void everyKey() {
    cluster.node(
        "gpu1",
        Map.of("pool", "gpu", Keys.status(TUNE), "erroring", Keys.IGNORE, "true"),
        Map.ofEntries(
            Map.entry("nodeState_" + TUNE, STATE),
            Map.entry("status_" + TUNE, "erroring"),
            Map.entry("drainStart_" + TUNE, "2026-01-01T00:00:00Z"),
            Map.entry("drainBlocked_" + TUNE, "[]"),
            Map.entry("rebooted_" + TUNE, "x"),
            Map.entry("version_" + TUNE, "v0.21.0"),
            Map.entry("cordon_" + TUNE, "true"),
            Map.entry("runtimeRequiredCordon", "true"),
            Map.entry("nodeState_other", "{}"),
            Map.entry("autoTaint_x", "true")));

    Transcript ran = cluster.run("reset", TUNE, "--confirm");

    assertEquals(0, ran.code(), ran::err);
    assertEquals("node \"gpu1\": reset (cordon kept)\n1 of 1 nodes updated\n", ran.out());
    assertEquals(
        Set.of(
            Keys.cordon(TUNE),
            Keys.RUNTIME_REQUIRED_CORDON,
            Keys.nodeState("other"),
            Keys.PREFIX + "autoTaint_x"),
        cluster.read("gpu1").getMetadata().getAnnotations().keySet());
    assertEquals(
        Set.of("pool", Keys.IGNORE), cluster.read("gpu1").getMetadata().getLabels().keySet());
    assertTrue(cluster.read("gpu1").getSpec().getUnschedulable());
  }

  @Test
  @DisplayName(
      "C11 the cordon's annotation goes where the NodeWright does not select the node, or is gone")
  void cordonOfTheDeselected() {
    cluster.node("off", Map.of(), Map.of("nodeState_" + TUNE, STATE, "cordon_" + TUNE, "true"));
    Transcript ran = cluster.run("reset", TUNE, "-y");
    assertEquals("", cluster.annotation("off", "cordon_" + TUNE));
    assertTrue(
        ran.err()
            .contains(
                "Note: node \"off\" stays cordoned; run kubectl uncordon once nothing else holds it"),
        ran::err);

    cluster.node("ghost1", Map.of("cordon_ghost", "true"));
    assertEquals(0, cluster.run("reset", "ghost", "-y").code());
    assertEquals("", cluster.annotation("ghost1", "cordon_ghost"));
    assertTrue(cluster.read("ghost1").getSpec().getUnschedulable());
  }

  @Test
  @DisplayName(
      "C13 C14 batches start over, and with reset the order of nodes; --skip-batch-reset does neither")
  void batches() {
    status();
    cluster.run("reset", TUNE, "-y", "--skip-batch-reset");
    assertEquals(3, batch());
    assertEquals(7, offset());

    Transcript policy = cluster.run("dp", "reset", TUNE, "-y");
    assertEquals(0, policy.code(), policy::err);
    assertEquals(1, batch());
    assertEquals(7, offset());

    status();
    assertEquals(
        "[dry-run] nodewright \"kernel-tune\": reset batch state of 2 compartments (__default__,"
            + " production)\n",
        cluster.run("dp", "reset", TUNE, "--dry-run").out());
    assertEquals(0, cluster.run("reset", TUNE, "-y").code());
    assertEquals(1, batch());
    assertEquals(0, offset());
    assertEquals(Map.of(), published().nodePriority());
  }

  @Test
  @DisplayName("C15 --package goes by version, spares other versions, and never touches batches")
  void onePackage() {
    status();
    cluster.node(
        "gpu1",
        Map.of(
            "nodeState_" + TUNE, STATE.replace("1.4.0", "1.3.0").replaceAll(",\"sysctl.*", "}")));
    cluster.node("gpu2", Map.of("nodeState_" + TUNE, STATE));
    Transcript ran = cluster.run("reset", TUNE, "--package", "grub:1.3.0", "-y");
    assertEquals(
        """
        node "gpu1": entry grub|1.3.0 removed
        node "gpu2": has grub 1.4.0; skipped
        1 of 1 nodes updated
        """,
        ran.out(),
        ran::err);
    assertFalse(
        cluster.read("gpu1").getMetadata().getAnnotations() != null
            && cluster
                .read("gpu1")
                .getMetadata()
                .getAnnotations()
                .containsKey(Keys.nodeState(TUNE)));
    assertEquals(STATE, cluster.annotation("gpu2", "nodeState_" + TUNE));
    assertEquals(3, batch());
    Transcript wrong = cluster.run("reset", TUNE, "--package", "grub:", "-y");
    assertEquals(1, wrong.code());
    assertEquals(
        "Error: invalid --package \"grub:\": expected <name> or <name>:<version>\n", wrong.err());
  }

  @Test
  @DisplayName("C16 a state map that cannot be read does not stop a reset of that node")
  void malformed() {
    cluster.node("gpu1", Map.of("nodeState_" + TUNE, "{not json"));
    assertEquals(0, cluster.run("node", "reset", "gpu1", "--nodewright", TUNE, "-y").code());
    assertEquals("", cluster.annotation("gpu1", "nodeState_" + TUNE));
  }

  @Test
  @DisplayName("C23 L95 an uninstall under way is not cut short but with --abandon-uninstall")
  void guard() {
    cluster.node("gpu1", Map.of("nodeState_" + TUNE, STATE));
    cluster.node("gpu2", Map.of("nodeState_" + TUNE, UNINSTALLING));
    int before = cluster.writes().size();
    String refused =
        "Error: package \"grub\" is being uninstalled on 1 node(s) (uninstall-interrupt: gpu2);"
            + " nothing was changed. To retry a failed uninstall delete its Job; to drop the"
            + " uninstall use --abandon-uninstall\n";
    for (List<String> words :
        List.of(
            List.of("reset", TUNE, "--confirm"),
            List.of("reset", TUNE, "--package", "grub", "--confirm"),
            List.of("node", "reset", "gpu.*", "--nodewright", TUNE, "--confirm"),
            List.of("package", "rerun", "grub", "--nodewright", TUNE, "--node", "gpu.*", "-y"))) {
      Transcript ran = cluster.run(words.toArray(String[]::new));
      assertEquals(1, ran.code(), words::toString);
      assertEquals(refused, ran.err());
    }
    Transcript stage =
        cluster.run(
            "package",
            "rerun",
            "grub",
            "--nodewright",
            TUNE,
            "--node",
            "gpu2",
            "--stage",
            "config",
            "--abandon-uninstall",
            "-y");
    assertEquals(
        "Error: node \"gpu2\": package \"grub\" is being uninstalled (stage uninstall-interrupt);"
            + " --stage cannot be used\n",
        stage.err());
    assertEquals(before, cluster.writes().size());

    Transcript abandoned =
        cluster.run(
            "package",
            "rerun",
            "grub",
            "--nodewright",
            TUNE,
            "--node",
            "gpu2",
            "--abandon-uninstall",
            "-y");
    assertEquals(0, abandoned.code(), abandoned::err);
    assertTrue(abandoned.err().contains("this abandons the uninstall"), abandoned::err);
    assertEquals("", cluster.annotation("gpu2", "nodeState_" + TUNE));
  }

  private int batch() {
    return Objects.requireNonNull(published().compartments().get("production"))
        .batch()
        .currentBatch();
  }

  private int offset() {
    return published().nodeOrderOffset();
  }

  private PublishedStatus published() {
    return NodeWrightViews.of(cluster.tune()).status();
  }

  private void status() {
    cluster
        .client()
        .resources(NodeWright.class)
        .withName(TUNE)
        .subresource("status")
        .patch(
            io.fabric8.kubernetes.client.dsl.base.PatchContext.of(
                io.fabric8.kubernetes.client.dsl.base.PatchType.JSON_MERGE),
            """
            {"status":{"nodePriority":{"gpu1":"2026-01-01T00:00:00Z"},"nodeOrderOffset":7,"compartmentStatuses":{
            "production":{"matched":2,"ceiling":1,"inProgress":0,"completed":0,"progressPercent":0,
            "batchState":{"currentBatch":3,"shouldStop":true,"currentBatchNodes":["gpu1"]}},
            "__default__":{"matched":2,"ceiling":1,"inProgress":0,"completed":0,"progressPercent":0,
            "batchState":{"currentBatch":2}}}}}
            """);
  }
}
