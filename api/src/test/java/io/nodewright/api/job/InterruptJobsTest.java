package io.nodewright.api.job;

import static io.nodewright.api.job.StageFixture.aStage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.nodewright.engine.action.InterruptJob;
import io.nodewright.engine.lifecycle.EnvEntry;
import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.Limit;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Resources;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.rollout.Toleration;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// The Job of an interrupt, by contract 03 §9 and the rows of 03 §22.
class InterruptJobsTest {

  private static final String P = "nodewright.nvidia.com/";
  private static final Interrupt.Of SERVICES = service("containerd", "cron");
  private static final Interrupt.Of REBOOT = new Interrupt.Of(Interrupt.Type.REBOOT, List.of());

  @Test
  @DisplayName("03 §21 the second example, field by field")
  void theExampleOfTheContract() throws IOException {
    KubernetesSerialization serialization = new KubernetesSerialization();
    Job golden;
    try (InputStream file =
        Objects.requireNonNull(getClass().getResourceAsStream("/interrupt-job-service.yaml"))) {
      golden = serialization.unmarshal(file, Job.class);
    }
    assertEquals(
        sorted(serialization.asJson(golden)),
        sorted(serialization.asJson(job(Stage.INTERRUPT, SERVICES, 3, Duration.ofHours(1)))));
  }

  @Test
  @DisplayName("J4 OnFailure, a deadline of the Job alone, no failure policy, no end of retries")
  void j4() {
    Job job = job(Stage.INTERRUPT, REBOOT, -1, Duration.ofSeconds(90));

    assertEquals("OnFailure", job.getSpec().getTemplate().getSpec().getRestartPolicy());
    assertEquals(90L, job.getSpec().getActiveDeadlineSeconds());
    assertNull(job.getSpec().getTemplate().getSpec().getActiveDeadlineSeconds());
    assertNull(job.getSpec().getPodFailurePolicy());
    assertEquals(Integer.MAX_VALUE, job.getSpec().getBackoffLimit());
  }

  @Test
  @DisplayName("J5 without a bound there is no deadline")
  void j5() {
    assertNull(
        job(Stage.INTERRUPT, REBOOT, -1, Duration.ZERO).getSpec().getActiveDeadlineSeconds());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("arguments14")
  void j14(String rule, Interrupt.Of interrupt, String base64) {
    assertEquals(base64, InterruptArgument.write(interrupt));
    assertEquals(interrupt, InterruptArgument.read(base64));
  }

  static Stream<Arguments> arguments14() {
    return Stream.of(
        arguments("03 §9 a reboot", REBOOT, "eyJ0eXBlIjoibm9kZV9yZXN0YXJ0In0="),
        arguments(
            "J14 services",
            SERVICES,
            "eyJ0eXBlIjoic2VydmljZV9yZXN0YXJ0Iiwic2VydmljZXMiOlsiY29udGFpbmVyZCIsImNyb24iXX0="),
        arguments(
            "03 §9 all services",
            new Interrupt.Of(Interrupt.Type.RESTART_ALL_SERVICES, List.of()),
            "eyJ0eXBlIjoicmVzdGFydF9hbGxfc2VydmljZXMifQ=="),
        arguments(
            "03 §9 nothing",
            new Interrupt.Of(Interrupt.Type.NOOP, List.of()),
            "eyJ0eXBlIjoibm9fb3AifQ=="));
  }

  @Test
  @DisplayName("J15 an uninstall's interrupt has the same argument and its own stage")
  void j15() {
    Job job = job(Stage.UNINSTALL_INTERRUPT, SERVICES, 3, Duration.ofHours(1));
    Container agent = job.getSpec().getTemplate().getSpec().getInitContainers().getFirst();

    assertEquals("interrupt", agent.getArgs().getFirst());
    assertEquals("uninstall-interrupt", job.getMetadata().getLabels().get(P + "stage"));
    assertEquals("True", job.getMetadata().getLabels().get(P + "interrupt"));
  }

  @Test
  @DisplayName("J16 a reboot has no restart allowance")
  void j16() {
    assertFalse(
        job(Stage.INTERRUPT, REBOOT, -1, Duration.ofHours(1))
            .getMetadata()
            .getAnnotations()
            .containsKey(P + "restart-allowance"));
    assertEquals(
        "3",
        job(Stage.INTERRUPT, SERVICES, 3, Duration.ofHours(1))
            .getMetadata()
            .getAnnotations()
            .get(P + "restart-allowance"));
  }

  @Test
  @DisplayName(
      "J59 one init container with fixed cpu and the memory of the setting, the host alone mounted")
  void j59() {
    PodSpec pod =
        job(Stage.INTERRUPT, REBOOT, -1, Duration.ofHours(1)).getSpec().getTemplate().getSpec();
    Container agent = pod.getInitContainers().getFirst();

    assertEquals(1, pod.getInitContainers().size());
    assertEquals(new Quantity("500m"), agent.getResources().getLimits().get("cpu"));
    assertEquals(new Quantity("256Mi"), agent.getResources().getLimits().get("memory"));
    assertEquals(agent.getResources().getLimits(), agent.getResources().getRequests());
    assertEquals(
        List.of("root-mount"), agent.getVolumeMounts().stream().map(VolumeMount::getName).toList());
  }

  @Test
  @DisplayName("I89 I90 it stays on a node that is not ready, as package pods do")
  void tolerations() {
    assertTrue(
        job(Stage.INTERRUPT, REBOOT, -1, Duration.ofHours(1))
            .getSpec()
            .getTemplate()
            .getSpec()
            .getTolerations()
            .stream()
            .anyMatch(
                each ->
                    "node.kubernetes.io/not-ready".equals(each.getKey())
                        && each.getTolerationSeconds() == null));
    InterruptJob limited =
        wanted(
            Stage.INTERRUPT,
            REBOOT,
            -1,
            Duration.ofHours(1),
            List.of(new Toleration("node.kubernetes.io/not-ready", "Exists", "", "NoExecute", 60)));
    assertEquals(
        List.of(60L),
        new InterruptJobs(aStage().settings())
            .build(limited).getSpec().getTemplate().getSpec().getTolerations().stream()
                .filter(each -> "node.kubernetes.io/not-ready".equals(each.getKey()))
                .map(each -> each.getTolerationSeconds())
                .toList());
  }

  @Test
  @DisplayName("LM7 what was built is read back: covered packages and allowance")
  void readBack() {
    JobFacts read =
        JobViews.of(job(Stage.INTERRUPT, SERVICES, 3, Duration.ofHours(1))).orElseThrow();

    assertEquals(3, read.restartAllowance());
    assertEquals(
        new TreeSet<>(List.of(new PackageRef("dax", "1.0.0"), new PackageRef("zeb", "2.1.4"))),
        read.covers());
  }

  private static Job job(Stage stage, Interrupt.Of interrupt, int allowance, Duration deadline) {
    return new InterruptJobs(aStage().settings())
        .build(wanted(stage, interrupt, allowance, deadline, List.of()));
  }

  private static InterruptJob wanted(
      Stage stage,
      Interrupt.Of interrupt,
      int allowance,
      Duration deadline,
      List<Toleration> tolerations) {
    PackageSpec dax =
        new PackageSpec(
            new PackageRef("dax", "1.0.0"),
            "example/dax",
            "",
            "",
            interrupt,
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            List.of(new EnvEntry("A", "{\"name\":\"A\",\"value\":\"no matter\"}")),
            new Resources.Unset(),
            new Limit.Inherited(),
            new Limit.Inherited(),
            false,
            false);
    return new InterruptJob(
        new JobKey("gpu-tuning", dax.ref(), stage, "worker-7"),
        interrupt,
        new TreeSet<>(List.of(dax.ref(), new PackageRef("zeb", "2.1.4"))),
        StageFixture.UID,
        4,
        dax,
        0,
        allowance,
        deadline,
        tolerations);
  }

  private static Interrupt.Of service(String... services) {
    return new Interrupt.Of(Interrupt.Type.SERVICE, List.of(services));
  }

  private static String sorted(String json) {
    JsonMapper mapper =
        JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
    return mapper.writeValueAsString(mapper.readValue(json, Object.class));
  }
}
