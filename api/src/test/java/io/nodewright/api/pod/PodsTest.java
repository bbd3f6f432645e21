package io.nodewright.api.pod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.nodewright.engine.drain.BlockReason;
import io.nodewright.engine.drain.DrainBlocker;
import io.nodewright.engine.drain.PodRef;
import io.nodewright.engine.drain.PodView;
import io.nodewright.engine.drain.PodView.Controller;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What of a pod is kept, what is recorded of one that blocks, and how evictions are asked for and
/// refused.
class PodsTest {

  private static final PodViews VIEWS = new PodViews("nodewright");
  private static final PodRef WEB = new PodRef("default", "web-0", "u1");

  @Test
  @DisplayName("ID1 ID10 a pod of a ReplicaSet, on its node")
  void workload() {
    assertEquals(
        Optional.of(
            new PodView(
                WEB,
                "n1",
                new TreeMap<>(Map.of("app", "web")),
                false,
                false,
                false,
                false,
                Controller.OTHER,
                false,
                false)),
        VIEWS.of(pod("ReplicaSet", true).build()));
  }

  @Test
  @DisplayName("ID1 to ID8 each fact is read where it stands")
  void facts() {
    Pod pod =
        pod("DaemonSet", true)
            .editMetadata()
            .addToAnnotations("kubernetes.io/config.mirror", "x")
            .withDeletionTimestamp("2026-03-04T10:00:00Z")
            .endMetadata()
            .editSpec()
            .addNewToleration()
            .withOperator("Exists")
            .endToleration()
            .addNewVolume()
            .withName("scratch")
            .withNewEmptyDir()
            .endEmptyDir()
            .endVolume()
            .endSpec()
            .withNewStatus()
            .withPhase("Failed")
            .endStatus()
            .build();

    PodView seen = VIEWS.of(pod).orElseThrow();

    assertTrue(seen.mirror() && seen.terminating() && seen.staysOnCordoned());
    assertTrue(seen.emptyDir() && seen.finished());
    assertEquals(Controller.DAEMON_SET, seen.controller());
  }

  @Test
  @DisplayName(
      "ID2 ID7 an owner of kind Node makes a mirror; one that controls nothing no controller")
  void owners() {
    assertTrue(VIEWS.of(pod("Node", true).build()).orElseThrow().mirror());
    assertEquals(
        Controller.NONE, VIEWS.of(pod("ReplicaSet", false).build()).orElseThrow().controller());
  }

  @Test
  @DisplayName("ID4 a package pod is told by namespace and both labels")
  void packagePods() {
    Map<String, String> labels =
        Map.of("nodewright.nvidia.com/name", "nw", "nodewright.nvidia.com/package", "p-1.0.0");

    assertEquals(List.of(true, false), List.of(in("nodewright", labels), in("x", labels)));
    assertEquals(false, in("nodewright", Map.of("nodewright.nvidia.com/name", "nw")));
  }

  @Test
  @DisplayName("04 §7.1 blockers are written sorted, and read back")
  void blockers() {
    DrainBlocker budget =
        new DrainBlocker("default", "web-0", BlockReason.POD_DISRUPTION_BUDGET, "no \"room\"");
    DrainBlocker bare =
        new DrainBlocker("a", "bare", BlockReason.UNMANAGED_POD, "pod has no managing controller");

    String text = DrainBlockers.write(List.of(budget, bare));

    assertEquals(
        "[{\"namespace\":\"a\",\"name\":\"bare\",\"reason\":\"UnmanagedPod\","
            + "\"detail\":\"pod has no managing controller\"},"
            + "{\"namespace\":\"default\",\"name\":\"web-0\",\"reason\":\"PodDisruptionBudget\","
            + "\"detail\":\"no \\\"room\\\"\"}]",
        text);
    assertEquals(List.of(bare, budget), DrainBlockers.read(text));
    assertEquals(List.of(), DrainBlockers.read("[{\"reason\":\"Mood\"}]"));
    assertEquals(List.of(), DrainBlockers.read("{not-json"));
  }

  @Test
  @DisplayName("I42 the call names the pod's UID and carries the grace, rounded up")
  void grace() {
    assertEquals(
        46L,
        Evictions.eviction(WEB, Duration.ofMillis(45_001))
            .getDeleteOptions()
            .getGracePeriodSeconds());
    assertEquals(0L, Evictions.deletion(WEB, Duration.ZERO).getGracePeriodSeconds());
    assertNull(Evictions.deletion(WEB, Duration.ofSeconds(-1)).getGracePeriodSeconds());
    assertEquals("u1", Evictions.deletion(WEB, Duration.ZERO).getPreconditions().getUid());
  }

  @Test
  @DisplayName("I33 I39 a refusal is a budget's when its cause says so")
  void refusals() {
    Status budget =
        new StatusBuilder()
            .withNewDetails()
            .addNewCause(
                "DisruptionBudget", "The disruption budget web needs 3", "DisruptionBudget")
            .endDetails()
            .build();

    assertEquals(
        Optional.of("The disruption budget web needs 3"), Evictions.refusedByBudget(429, budget));
    assertEquals(Optional.empty(), Evictions.refusedByBudget(429, new Status()));
    assertEquals(Optional.empty(), Evictions.refusedByBudget(500, budget));
  }

  private static boolean in(String namespace, Map<String, String> labels) {
    return VIEWS
        .of(
            pod("Job", true)
                .editMetadata()
                .withNamespace(namespace)
                .withLabels(labels)
                .endMetadata()
                .build())
        .orElseThrow()
        .ofPackage();
  }

  private static PodBuilder pod(String ownerKind, boolean controls) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("web-0")
        .withUid("u1")
        .addToLabels("app", "web")
        .addNewOwnerReference()
        .withKind(ownerKind)
        .withName("web")
        .withController(controls)
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .withNodeName("n1")
        .endSpec();
  }
}
