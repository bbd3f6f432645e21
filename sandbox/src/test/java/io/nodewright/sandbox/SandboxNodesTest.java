package io.nodewright.sandbox;

import static io.nodewright.sandbox.Jobs.aJob;
import static io.nodewright.sandbox.Jobs.aPod;
import static io.nodewright.sandbox.Jobs.aRestartedJob;
import static io.nodewright.sandbox.Jobs.rootMount;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Pods on nodes that have a host of their own, with the real Job controller.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SandboxNodesTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final TestFolder folder = new TestFolder();
  private Sandbox sandbox = start();
  private Jobs jobs = new Jobs(sandbox.client());

  private Sandbox start() {
    try {
      return Sandbox.start(
          SandboxOptions.in(folder.path())
              .withNodes(2)
              .withLabels(Map.of("pool", "test"))
              .withBackOffScale(0.02));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeAll
  void fill() throws IOException {
    Path files = Files.createDirectories(folder.resolve("tool/skyhook-package"));
    Files.writeString(files.resolve("config.json"), "{}");
    sandbox.images().addFiles(Jobs.IMAGE, folder.resolve("tool"), List.of("/bin/true"));
    sandbox
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("conf")
                .withNamespace("default")
                .endMetadata()
                .withData(Map.of("a.conf", "A=1", "b.conf", "B=2"))
                .build())
        .create();
  }

  @AfterAll
  void stop() {
    sandbox.close();
    folder.close();
  }

  @Test
  void aNodeIsReadyAndRenewsItsLease() {
    Node node = sandbox.client().nodes().withName("node-0").require();
    assertEquals("test", node.getMetadata().getLabels().get("pool"));
    assertTrue(
        node.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    "Ready".equals(condition.getType()) && "True".equals(condition.getStatus())));
    var lease = sandbox.client().leases().inNamespace("kube-node-lease").withName("node-0");
    var first = lease.require().getSpec().getRenewTime();
    Await.until(
        "the lease is renewed",
        BOUND,
        () -> lease.require().getSpec().getRenewTime().isAfter(first));
  }

  @Test
  void initContainersRunInOrderAndWhatTheyWriteStaysOnTheirNode() throws IOException {
    String write =
        "cp /skyhook-package/config.json /root/etc/one; echo 1 >/root/usr/local/from-sandbox-test";
    String look = "grep -q '{}' /root/etc/one; chroot /root test -s /usr/local/from-sandbox-test";
    jobs.create(aJob("order", aPod("node-0", write, look).build()));
    assertEquals("Complete", jobs.awaitEnd("order"));
    assertEquals("{}", Files.readString(sandbox.node("node-0").file("/etc/one")));
    assertEquals(
        "1\n", Files.readString(sandbox.node("node-0").file("/usr/local/from-sandbox-test")));
    assertFalse(Files.exists(Path.of("/usr/local/from-sandbox-test")));
    assertFalse(Files.exists(Path.of("/etc/one")));
    assertFalse(Files.exists(sandbox.node("node-1").file("/etc/one")));
  }

  @Test
  void configMapsAreMountedWholeAndByKey() {
    String script =
        """
        test "$(cat /skyhook-package/all/a.conf)" = A=1
        test "$(cat /skyhook-package/configmaps/b.conf)" = B=2
        test -L /skyhook-package/all/..data
        test ! -e /skyhook-package/configmaps/a.conf
        test -f /skyhook-package/config.json
        """;
    PodSpec pod =
        new PodSpecBuilder(aPod("node-0", script).build())
            .addNewVolume()
            .withName("conf")
            .withNewConfigMap()
            .withName("conf")
            .endConfigMap()
            .endVolume()
            .editFirstInitContainer()
            .addNewVolumeMount()
            .withName("conf")
            .withMountPath("/skyhook-package/all")
            .endVolumeMount()
            .addNewVolumeMount()
            .withName("conf")
            .withMountPath("/skyhook-package/configmaps/b.conf")
            .withSubPath("b.conf")
            .endVolumeMount()
            .endInitContainer()
            .build();
    jobs.create(aJob("mounts", pod));
    assertEquals("Complete", jobs.awaitEnd("mounts"), this::logs);
  }

  @Test
  void variablesComeFromThePodAndItsConfigMaps() {
    PodSpec pod =
        new PodSpecBuilder(aPod("node-1", "test \"$NODE/$CONF\" = node-1/A=1").build())
            .editFirstInitContainer()
            .addNewEnv()
            .withName("NODE")
            .withNewValueFrom()
            .withNewFieldRef(null, "spec.nodeName")
            .endValueFrom()
            .endEnv()
            .addNewEnv()
            .withName("CONF")
            .withNewValueFrom()
            .withNewConfigMapKeyRef("a.conf", "conf", null)
            .endValueFrom()
            .endEnv()
            .endInitContainer()
            .build();
    jobs.create(aJob("variables", pod));
    assertEquals("Complete", jobs.awaitEnd("variables"), this::logs);
  }

  @Test
  void aFailedStepLeavesItsMessageAndFailsTheJob() {
    jobs.create(
        aJob("fails", aPod("node-0", "echo no space >/dev/termination-log; exit 3").build()));
    assertEquals("Failed", jobs.awaitEnd("fails"));
    Pod pod = jobs.pods("fails").getFirst();
    ContainerStateTerminated end = terminated(pod);
    assertEquals(3, end.getExitCode());
    assertEquals("Error", end.getReason());
    assertEquals("no space\n", end.getMessage());
    assertEquals("Failed", pod.getStatus().getPhase());
    assertEquals(1, jobs.job("fails").getStatus().getFailed());
  }

  @Test
  void kernelSettingsAreTheNodesOwn() throws IOException {
    Path setting = Path.of("/proc/sys/vm/swappiness");
    String ours = Files.readString(setting);
    String script =
        """
        echo 7 >/proc/sys/vm/swappiness
        test "$(chroot /root cat /proc/sys/vm/swappiness)" = 7
        test ! -e /proc/sysrq-trigger || echo b >/proc/sysrq-trigger
        """;
    jobs.create(aJob("settings", aPod("node-0", script).build()));
    assertEquals("Complete", jobs.awaitEnd("settings"), this::logs);
    assertEquals(ours, Files.readString(setting));
  }

  @Test
  void aKilledStepReportsItsSignal() {
    jobs.create(aJob("killed", aPod("node-0", "kill -9 $BASHPID").build()));
    assertEquals("Failed", jobs.awaitEnd("killed"));
    assertEquals(137, terminated(jobs.pods("killed").getFirst()).getExitCode());
  }

  @Test
  void whatAStepLeavesRunningEndsWithIt() {
    jobs.create(
        aJob(
            "leftover",
            aPod(
                    "node-1",
                    "setsid sleep 987 & disown",
                    "for i in 1 2 3 4 5 6 7 8 9; do pgrep -f '[s]leep 987' || exit 0; sleep 0.1; done; exit 1")
                .build()));
    assertEquals("Complete", jobs.awaitEnd("leftover"), this::logs);
  }

  @Test
  void aPodPastItsDeadlineFails() {
    PodSpec pod = aPod("node-1", "sleep 600").withActiveDeadlineSeconds(1L).build();
    jobs.create(aJob("deadline", pod));
    assertEquals("Failed", jobs.awaitEnd("deadline"));
    assertEquals("DeadlineExceeded", jobs.pods("deadline").getFirst().getStatus().getReason());
  }

  @Test
  void aSuspendedJobsPodIsAskedToEndAndGoes() {
    String script =
        "trap 'echo asked >/root/etc/asked; exit 0' TERM; echo 1 >/root/etc/trapping; sleep 600 & wait";
    jobs.create(aJob("suspended", aPod("node-1", script).build()));
    Path trapping = sandbox.node("node-1").file("/etc/trapping");
    Await.until("the step runs", BOUND, () -> Files.exists(trapping));
    jobs.edit("suspended", job -> job.getSpec().setSuspend(true));
    Await.until("the pod is gone", BOUND, () -> jobs.pods("suspended").isEmpty());
    assertTrue(Files.exists(sandbox.node("node-1").file("/etc/asked")));
    Integer failed = jobs.job("suspended").getStatus().getFailed();
    assertTrue(failed == null || failed == 0);
  }

  @Test
  void aMissingImageIsTriedAgainUntilItIsThere() throws IOException {
    PodSpec pod =
        new PodSpecBuilder(aPod("node-0", "true").build())
            .editFirstInitContainer()
            .withImage("example/late:1")
            .endInitContainer()
            .build();
    jobs.create(aJob("image", pod));
    jobs.awaitPod(
        "image", "waits for its image", seen -> "ImagePullBackOff".equals(waitingReason(seen)));
    sandbox.images().addFiles("example/late:1", folder.resolve("tool"), List.of());
    assertEquals("Complete", jobs.awaitEnd("image"));
  }

  @Test
  void aMissingProgramIsAStartError() {
    PodSpec pod =
        new PodSpecBuilder(aPod("node-0", "true").build())
            .editFirstInitContainer()
            .withCommand("/no/such/program")
            .endInitContainer()
            .build();
    jobs.create(aJob("program", pod));
    assertEquals("Failed", jobs.awaitEnd("program"));
    assertEquals("StartError", terminated(jobs.pods("program").getFirst()).getReason());
  }

  @Test
  void aFailingStepIsRestartedInPlaceWithGrowingPauses() {
    String script =
        "n=$(cat /root/etc/tries || echo 0); echo $((n + 1)) >/root/etc/tries; test $n = 3";
    jobs.create(aRestartedJob("restarts", aPod("node-1", script)));
    jobs.awaitPod("restarts", "backs off", seen -> "CrashLoopBackOff".equals(waitingReason(seen)));
    assertEquals("Complete", jobs.awaitEnd("restarts"), this::logs);
    ContainerStatus step =
        jobs.pods("restarts").getFirst().getStatus().getInitContainerStatuses().getFirst();
    assertEquals(3, step.getRestartCount());
  }

  @Test
  void aRefusedPodHasNoContainerStatuses() {
    sandbox
        .faults()
        .refuse(
            "OutOfpods", "Node is full", pod -> pod.getMetadata().getName().startsWith("refused"));
    jobs.create(aJob("refused", aPod("node-0").build()));
    assertEquals("Failed", jobs.awaitEnd("refused"));
    Pod pod = jobs.pods("refused").getFirst();
    assertEquals("OutOfpods", pod.getStatus().getReason());
    assertTrue(pod.getStatus().getContainerStatuses().isEmpty());
    sandbox.faults().clear();
  }

  @Test
  void aRebootGivesANewBootIdAndRestartsTheStep() {
    String before = bootId();
    String script =
        """
        test -e /root/etc/rebooted && exit 0
        touch /root/etc/rebooted
        chroot /root reboot
        sleep 600
        """;
    jobs.create(aRestartedJob("reboot", aPod("node-1", script)));
    assertEquals("Complete", jobs.awaitEnd("reboot"), this::logs);
    assertNotEquals(before, bootId());
    ContainerStatus step =
        jobs.pods("reboot").getFirst().getStatus().getInitContainerStatuses().getFirst();
    assertEquals(1, step.getRestartCount());
  }

  @Test
  void stepsRunOnWhileTheApiServerIsAway() throws IOException {
    jobs.create(
        aJob("outage", aPod("node-0", "echo 1 >/root/etc/outage; sleep 3; exit 0").build()));
    Path began = sandbox.node("node-0").file("/etc/outage");
    Await.until("the step runs", BOUND, () -> Files.exists(began));
    sandbox.stopApiServer();
    sandbox.startApiServer();
    assertEquals("Complete", jobs.awaitEnd("outage"));
  }

  private String bootId() {
    return sandbox
        .client()
        .nodes()
        .withName("node-1")
        .require()
        .getStatus()
        .getNodeInfo()
        .getBootID();
  }

  private static ContainerStateTerminated terminated(Pod pod) {
    return pod.getStatus().getInitContainerStatuses().getFirst().getState().getTerminated();
  }

  private static String waitingReason(Pod pod) {
    List<ContainerStatus> statuses = pod.getStatus().getInitContainerStatuses();
    return statuses.isEmpty() || statuses.getFirst().getState().getWaiting() == null
        ? ""
        : statuses.getFirst().getState().getWaiting().getReason();
  }

  /// What the containers printed, for the message of a failed test.
  private String logs() {
    StringBuilder text = new StringBuilder(rootMount().getName());
    try (var files = Files.walk(folder.resolve("pods"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        text.append("\n== ").append(file).append('\n').append(Files.readString(file));
      }
    } catch (IOException e) {
      text.append(e);
    }
    return text.toString();
  }
}
