package io.nodewright.api.job;

import static io.nodewright.api.job.StageFixture.aStage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.rollout.Taint;
import io.nodewright.engine.rollout.Toleration;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The Job of a package stage, by the rows of contract 03 §22.
class StageJobsTest {

  private static final String P = "nodewright.nvidia.com/";

  @Test
  @DisplayName("03 §21 the first example, field by field")
  void theExampleOfTheContract() throws IOException {
    Job built =
        aStage()
            .withEnv("TUNING_PROFILE", "throughput")
            .withResources("100m", "500m", "128Mi", "512Mi")
            .withConfig("tuning.conf", "a")
            .withConfig("network.properties", "b")
            .withGrace(Duration.ofMinutes(5))
            .within(Duration.ofMinutes(30))
            .tolerating(
                new Toleration("nvidia.com/gpu", "Exists", "", "NoSchedule", Toleration.FOR_EVER))
            .job();

    KubernetesSerialization serialization = new KubernetesSerialization();
    Job golden;
    try (InputStream file =
        Objects.requireNonNull(getClass().getResourceAsStream("/stage-job-apply.yaml"))) {
      golden = serialization.unmarshal(file, Job.class);
    }
    assertEquals(sorted(serialization.asJson(golden)), sorted(serialization.asJson(built)));
  }

  @Test
  @DisplayName("J1 exactly the labels of §3, name by the vector of §2")
  void j1() {
    Job job = aStage().job();

    assertEquals("gpu-tuning-tuning-1-2-3-apply-worker-7-32372943", job.getMetadata().getName());
    assertEquals(
        Map.of(
            P + "name", "gpu-tuning",
            P + "package", "tuning-1.2.3",
            P + "stage", "apply",
            P + "node", "worker-7",
            P + "generation", "4"),
        job.getMetadata().getLabels());
    assertEquals(
        job.getMetadata().getLabels(), job.getSpec().getTemplate().getMetadata().getLabels());
  }

  @Test
  @DisplayName("J2 a node name of 82 characters: label by T, full name in nodeName")
  void j2() {
    String node = "a".repeat(70) + ".example.com";

    Job job = aStage().on(node).job();

    assertEquals("a".repeat(54) + "-c1bcfe0a", job.getMetadata().getLabels().get(P + "node"));
    assertEquals(node, pod(job).getNodeName());
  }

  @Test
  @DisplayName("J3 Never, pod-level deadline alone, Ignore rule, replacement Failed, no TTL")
  void j3() {
    Job job = aStage().job();

    assertEquals("Never", pod(job).getRestartPolicy());
    assertEquals(1800, pod(job).getActiveDeadlineSeconds());
    assertNull(job.getSpec().getActiveDeadlineSeconds());
    assertEquals("Ignore", job.getSpec().getPodFailurePolicy().getRules().getFirst().getAction());
    assertEquals("Failed", job.getSpec().getPodReplacementPolicy());
    assertNull(job.getSpec().getTtlSecondsAfterFinished());
    assertNull(job.getSpec().getSuspend());
  }

  @Test
  @DisplayName("J5 no bound: both deadline fields absent")
  void j5() {
    Job job = aStage().within(Duration.ZERO).job();

    assertNull(pod(job).getActiveDeadlineSeconds());
    assertNull(job.getSpec().getActiveDeadlineSeconds());
  }

  @Test
  @DisplayName("J6 stageTimeout 90s: 90; part of a second is rounded up, to 1 at least")
  void j6() {
    assertEquals(90, pod(aStage().within(Duration.ofSeconds(90)).job()).getActiveDeadlineSeconds());
    assertEquals(2, pod(aStage().within(Duration.ofMillis(1500)).job()).getActiveDeadlineSeconds());
    assertEquals(1, pod(aStage().within(Duration.ofNanos(1)).job()).getActiveDeadlineSeconds());
  }

  @Test
  @DisplayName("J7 containerSHA on -init and done")
  void j7() {
    String digest = "sha256:" + "0".repeat(64);

    PodSpec pod = pod(aStage().pinned(digest).job());

    assertEquals("example/tuning@" + digest, pod.getInitContainers().getFirst().getImage());
    assertEquals("example/tuning@" + digest, pod.getContainers().getFirst().getImage());
  }

  @Test
  @DisplayName("J8 agentImageOverride on work and check, not on -init")
  void j8() {
    PodSpec pod = pod(aStage().withAgent("example/agent:8").job());

    assertEquals(
        List.of("example/tuning:1.2.3", "example/agent:8", "example/agent:8"),
        pod.getInitContainers().stream().map(Container::getImage).toList());
  }

  @Test
  @DisplayName("J9 the user's SKYHOOK_NODE_ORDER before the operator's, which is last")
  void j9() {
    Container work =
        pod(aStage().withEnv("SKYHOOK_NODE_ORDER", "9").job()).getInitContainers().get(1);

    assertEquals("SKYHOOK_NODE_ORDER", work.getEnv().getFirst().getName());
    assertEquals("9", work.getEnv().getFirst().getValue());
    assertEquals("SKYHOOK_NODE_ORDER", work.getEnv().getLast().getName());
    assertEquals("0", work.getEnv().getLast().getValue());
  }

  @Test
  @DisplayName("J10 config keys b, a: two subPath mounts, a first, on all three")
  void j10() {
    PodSpec pod = pod(aStage().withConfig("b", "2").withConfig("a", "1").job());

    for (Container container : pod.getInitContainers()) {
      List<VolumeMount> mounts = container.getVolumeMounts();
      assertEquals(
          List.of("/skyhook-package/configmaps/a", "/skyhook-package/configmaps/b"),
          mounts.subList(2, 4).stream().map(VolumeMount::getMountPath).toList());
      assertEquals(
          List.of("a", "b"), mounts.subList(2, 4).stream().map(VolumeMount::getSubPath).toList());
    }
  }

  @Test
  @DisplayName("J11 no configMap: no package volume")
  void j11() {
    PodSpec pod = pod(aStage().job());

    assertEquals(
        List.of("root-mount", "metadata-worker-7-589d18dd"),
        pod.getVolumes().stream().map(volume -> volume.getName()).toList());
  }

  @Test
  @DisplayName("J12 an additional toleration not-ready/NoExecute/60 replaces default #4")
  void j12() {
    Toleration minute =
        new Toleration("node.kubernetes.io/not-ready", "Exists", "", "NoExecute", 60);

    var tolerations = pod(aStage().tolerating(minute).job()).getTolerations();

    assertEquals(
        List.of(
            "node.kubernetes.io/unschedulable",
            "nodewright.nvidia.com",
            "skyhook.nvidia.com",
            "node.kubernetes.io/unreachable",
            "node.kubernetes.io/not-ready"),
        tolerations.stream().map(each -> each.getKey()).toList());
    assertEquals(60, tolerations.getLast().getTolerationSeconds());
  }

  @Test
  @DisplayName("J13 IMAGE_PULL_SECRET empty: no imagePullSecrets; else that one")
  void j13() {
    assertEquals(List.of(), pod(aStage().job()).getImagePullSecrets());
    assertEquals(
        "pull", pod(aStage().pulledWith("pull").job()).getImagePullSecrets().getFirst().getName());
  }

  @Test
  @DisplayName("03 §7 #3 the legacy taint only while it is handled and another")
  void legacyToleration() {
    assertEquals(4, pod(aStage().withoutLegacy().job()).getTolerations().size());
    assertEquals(
        4,
        pod(aStage()
                .gatedBy(new Taint("skyhook.nvidia.com", "runtime-required", "NoSchedule"))
                .job())
            .getTolerations()
            .size());
  }

  @Test
  @DisplayName("03 §8 the check's container has no hyphen, its step has one")
  void checkNames() {
    Container check = pod(aStage().of(Stage.POST_INTERRUPT).job()).getInitContainers().get(2);

    assertEquals("tuning-post-interruptcheck", check.getName());
    assertEquals("post-interrupt-check", check.getArgs().getFirst());
  }

  @Test
  @DisplayName("03 §8.4 no resources set: none at all")
  void noResources() {
    assertNull(pod(aStage().job()).getInitContainers().getFirst().getResources());
  }

  @Test
  @DisplayName("03 §9 an interrupt stage is built elsewhere")
  void interrupts() {
    assertThrows(IllegalStateException.class, () -> aStage().of(Stage.INTERRUPT).job());
  }

  /// The same object with sorted members, a line each.
  private static String sorted(String json) {
    JsonMapper mapper =
        JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
    return mapper
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(mapper.readValue(json, Object.class));
  }

  private static PodSpec pod(Job job) {
    return job.getSpec().getTemplate().getSpec();
  }
}
