package io.nodewright.simulation.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.Keys;
import io.nodewright.simulation.fault.PodFate;
import io.nodewright.simulation.fault.StepFate;
import io.nodewright.simulation.node.Host.Installation;
import io.nodewright.simulation.node.Host.Installed;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Machines that lose power, and Pods that do not get what they need (contract 03 §12, §17).
class MachineTest {

  private static final Duration LONG = Duration.ofMinutes(3);

  private final TestCluster cluster = new TestCluster();

  @Test
  void aRebootGivesANewBootIdAndFailsAPodThatIsNotRestarted() {
    cluster.step = _ -> new StepFate.Hangs();
    cluster.createPod("p", "Never");
    cluster.untilRuns("p");
    String before = cluster.bootId();
    cluster.machine().reboot(Duration.ofSeconds(20));
    cluster.until(() -> cluster.phase("p").equals("Failed"));
    cluster.until(() -> !cluster.bootId().equals(before));
    assertEquals(
        List.of("work ended 255 Unknown", "done waits PodInitializing"), cluster.told("p"));
  }

  @Test
  void aRebootRestartsAPodInPlaceWhereItMayBe() {
    cluster.step = facts -> facts.earlier() == 0 ? new StepFate.Hangs() : StepFate.SUCCEEDS;
    cluster.createPod("p", "OnFailure");
    cluster.untilRuns("p");
    cluster.machine().reboot(Duration.ofSeconds(20));
    cluster.until(() -> cluster.phase("p").equals("Succeeded"));
    assertEquals(
        1, cluster.pod("p").getStatus().getInitContainerStatuses().getFirst().getRestartCount());
  }

  @Test
  void aRuntimeThatForgotItsContainersLeavesUnknownStatuses() {
    cluster.step = _ -> new StepFate.Hangs();
    cluster.forgotten = true;
    cluster.createPod("p", "Never");
    cluster.untilRuns("p");
    cluster.machine().reboot(Duration.ofSeconds(20));
    cluster.until(() -> cluster.phase("p").equals("Failed"));
    assertEquals("work ended 137 ContainerStatusUnknown", cluster.told("p").getFirst());
  }

  @Test
  void aMachineThatStaysAwayIsUnreachableAndKeepsItsPods() {
    cluster.step = _ -> new StepFate.Hangs();
    cluster.createPod("p", "Never");
    cluster.untilRuns("p");
    cluster.machine().powerOff();
    cluster.until(() -> !cluster.taints().isEmpty());
    assertEquals(
        List.of(
            "node.kubernetes.io/unreachable:NoSchedule",
            "node.kubernetes.io/unreachable:NoExecute"),
        cluster.taints());
    assertEquals("Unknown", cluster.ready());
    cluster.pass(Duration.ofMinutes(10));
    assertFalse(cluster.pod("p").getMetadata().getDeletionTimestamp() != null);
    cluster.machine().powerOn();
    cluster.until(() -> cluster.taints().isEmpty());
    assertEquals("True", cluster.ready());
  }

  @Test
  void aDeletedPodOfAMachineThatIsOffGoesWithTheNode() {
    cluster.step = _ -> new StepFate.Hangs();
    cluster.createPod("p", "Never");
    cluster.untilRuns("p");
    cluster.machine().powerOff();
    cluster.client().delete(Kind.POD, "p", Deletion.PLAIN);
    cluster.pass(LONG);
    assertTrue(cluster.find("p").isPresent());
    cluster.cluster().removeMachine("n", "kubectl");
    cluster.pass(LONG);
    assertTrue(cluster.find("p").isEmpty());
  }

  @Test
  void aNewMachineUnderTheNameHasAnotherUidAndAnEmptyDisk() {
    String uid = cluster.node().getMetadata().getUid();
    cluster.createStage("p", "apply");
    cluster.until(() -> cluster.phase("p").equals("Succeeded"));
    assertEquals(1, cluster.machine().host().checked().size());
    cluster.cluster().removeMachine("n", "kubectl");
    cluster.cluster().addMachine("n", Map.of());
    cluster.until(() -> cluster.findNode().isPresent());
    assertNotEquals(uid, cluster.node().getMetadata().getUid());
    assertTrue(cluster.machine().host().checked().isEmpty());
  }

  @Test
  void aScrappedMachineDoesNotBootAgain() {
    cluster.machine().reboot(Duration.ofSeconds(20));
    cluster.cluster().removeMachine("n", "kubectl");
    cluster.pass(LONG);
    assertTrue(cluster.findNode().isEmpty());
  }

  @Test
  void containersLiveOnUnderAKubeletThatRestarts() {
    cluster.step = _ -> new StepFate.Exits(Duration.ofSeconds(10), 0);
    cluster.createPod("p", "Never");
    cluster.untilRuns("p");
    cluster.machine().kubelet().stop(false);
    cluster.pass(Duration.ofSeconds(30));
    assertEquals("Pending", cluster.phase("p"));
    cluster.machine().kubelet().start(false);
    cluster.until(() -> cluster.phase("p").equals("Succeeded"));
  }

  @Test
  void aNodeDeletedUnderItsKubeletIsRegisteredWhenThatRestarts() {
    cluster.client().delete(Kind.NODE, "n", Deletion.PLAIN);
    cluster.pass(Duration.ofMinutes(20));
    assertTrue(cluster.findNode().isEmpty());
    cluster.machine().kubelet().stop(false);
    cluster.machine().kubelet().start(false);
    cluster.until(() -> cluster.findNode().isPresent());
  }

  @Test
  void heartbeatsKeepWhatOthersWrote() {
    cluster
        .client()
        .patch(
            Kind.NODE,
            "n",
            PatchKind.STRATEGIC,
            "{\"status\":{\"conditions\":[{\"type\":\"x\",\"status\":\"True\"}]}}",
            Part.STATUS);
    String version = cluster.node().getMetadata().getResourceVersion();
    cluster.pass(Duration.ofMinutes(6));
    Node after = cluster.node();
    assertNotEquals(version, after.getMetadata().getResourceVersion());
    assertTrue(
        after.getStatus().getConditions().stream().anyMatch(each -> each.getType().equals("x")));
  }

  @Test
  void aMissingImageIsPulledAgainWithGrowingPauses() {
    cluster.image = pull -> pull >= 2;
    cluster.createPod("p", "Never");
    cluster.until(() -> cluster.waits("p").equals("ErrImagePull"));
    cluster.until(() -> cluster.waits("p").equals("ImagePullBackOff"));
    cluster.until(() -> cluster.phase("p").equals("Succeeded"));
  }

  @Test
  void aMissingConfigMapKeepsAPodWaiting() {
    cluster.createStage("p", "config", "a.conf");
    cluster.pass(LONG);
    assertEquals("Pending", cluster.phase("p"));
    cluster.createConfigMap(Map.of("b.conf", "1"));
    cluster.until(() -> cluster.waits("p").equals("CreateContainerConfigError"));
  }

  @Test
  void aStageLeavesItsEffectOnTheHost() {
    cluster.createConfigMap(Map.of("a.conf", "1"));
    Installation tuning = new Installation("gpu", "tuning");
    run("apply");
    assertEquals(new Installed("1.2.3", config("1"), ""), installed().get(tuning));
    run("config");
    assertEquals(new Installed("1.2.3", config("1"), "1.2.3"), installed().get(tuning));
    Host.StageRun last = cluster.machine().host().checked().getLast();
    assertEquals("4f6c-uid", last.nodeWrightUid());
    assertEquals(4, last.generation());
    run("uninstall");
    assertEquals(Map.of(), installed());
  }

  @Test
  void aStepKilledAfterItsWorkHasLeftItsEffect() {
    cluster.step = _ -> new StepFate.KilledAfterWork(Duration.ofSeconds(1));
    cluster.createPod("p", "Never", Keys.PACKAGE, cluster.identity("apply"));
    cluster.until(() -> cluster.phase("p").equals("Failed"));
    assertEquals("work ended 137 Error", cluster.told("p").getFirst());
    assertEquals(1, cluster.machine().host().worked().size());
    assertTrue(cluster.machine().host().checked().isEmpty());
  }

  @Test
  void aStepThatNeedsTooMuchMemoryIsKilledForIt() {
    cluster.step = _ -> new StepFate.OutOfMemory(Duration.ofSeconds(1));
    cluster.createPod("p", "Never");
    cluster.until(() -> cluster.phase("p").equals("Failed"));
    assertEquals("work ended 137 OOMKilled", cluster.told("p").getFirst());
  }

  @Test
  void aPodThatIsNeverAcknowledgedCanOnlyBeForced() {
    cluster.fate = new PodFate.NeverAcknowledged();
    cluster.createPod("p", "Never");
    cluster.pass(LONG);
    assertEquals("Pending", cluster.phase("p"));
    assertEquals(null, cluster.pod("p").getStatus().getStartTime());
    cluster.client().delete(Kind.POD, "p", Deletion.PLAIN);
    cluster.pass(LONG);
    assertTrue(cluster.find("p").isPresent());
    cluster.client().delete(Kind.POD, "p", Deletion.PLAIN.withGrace(0));
    assertTrue(cluster.find("p").isEmpty());
  }

  @Test
  void aStuckPodCanOnlyBeForced() {
    cluster.step = _ -> new StepFate.Hangs();
    cluster.stuck = true;
    cluster.createPod("p", "Never");
    cluster.untilRuns("p");
    cluster.client().delete(Kind.POD, "p", Deletion.PLAIN);
    cluster.pass(LONG);
    assertTrue(cluster.find("p").isPresent());
  }

  @Test
  void aPodThatEndsTooSlowlyIsKilledAtTheEndOfItsGrace() {
    cluster.step = _ -> new StepFate.Hangs();
    cluster.endsAfterAsked = Duration.ofHours(1);
    cluster.createPod("p", "Never");
    cluster.untilRuns("p");
    cluster.client().delete(Kind.POD, "p", Deletion.PLAIN.withGrace(5));
    cluster.until(() -> cluster.find("p").isEmpty());
    assertTrue(
        cluster.lastTold.contains("work ended 137 Error"), () -> cluster.lastTold.toString());
  }

  @Test
  void aKubeletEvictsAPodAsDisrupted() {
    cluster.step = _ -> new StepFate.Hangs();
    cluster.createPod("p", "Never");
    cluster.untilRuns("p");
    cluster.machine().kubelet().evict("p", "Evicted");
    cluster.until(() -> cluster.phase("p").equals("Failed"));
    Pod pod = cluster.pod("p");
    assertEquals("Evicted", pod.getStatus().getReason());
    assertTrue(
        pod.getStatus().getConditions().stream()
            .anyMatch(each -> each.getType().equals("DisruptionTarget")));
  }

  @Test
  void aTaintThatAPodDoesNotStandHasItRefused() {
    cluster.fate = new PodFate.Accepted(Duration.ofMillis(10));
    cluster
        .client()
        .patch(
            Kind.NODE,
            "n",
            PatchKind.MERGE,
            "{\"spec\":{\"taints\":[{\"key\":\"gone\",\"effect\":\"NoExecute\"}]}}",
            Part.OBJECT);
    cluster.createPod("p", "Never");
    cluster.until(() -> cluster.reasons.contains("TaintToleration"));
  }

  private void run(String stage) {
    cluster.createStage("p-" + stage, stage, "a.conf");
    cluster.until(() -> cluster.phase("p-" + stage).equals("Succeeded"));
  }

  private Map<Installation, Installed> installed() {
    return cluster.machine().host().installed();
  }

  private static java.util.SortedMap<String, String> config(String value) {
    return new java.util.TreeMap<>(Map.of("a.conf", value));
  }
}
