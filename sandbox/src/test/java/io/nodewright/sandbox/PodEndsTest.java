package io.nodewright.sandbox;

import static io.nodewright.sandbox.Jobs.aJob;
import static io.nodewright.sandbox.Jobs.aPod;
import static io.nodewright.sandbox.Jobs.aRestartedJob;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.nodewright.sandbox.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// How pods end, and what the kubelet says of it to the real Job controller.
@Tag("sandbox")
@ExtendWith(TestCluster.Shared.class)
class PodEndsTest {
  private static final Duration BOUND = Duration.ofSeconds(60);

  private final TestCluster cluster;
  private final Sandbox sandbox;
  private final Jobs jobs;

  PodEndsTest(TestCluster cluster) {
    this.cluster = cluster;
    this.sandbox = cluster.sandbox();
    this.jobs = cluster.jobs();
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
  void aKilledStepReportsItsSignal() {
    jobs.create(aJob("killed", aPod("node-0", "kill -9 $BASHPID").build()));
    assertEquals("Failed", jobs.awaitEnd("killed"));
    assertEquals(137, terminated(jobs.pods("killed").getFirst()).getExitCode());
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
    sandbox.images().addFiles("example/late:1", cluster.files(), List.of());
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
    assertEquals("Complete", jobs.awaitEnd("restarts"), cluster::logs);
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

  private static ContainerStateTerminated terminated(Pod pod) {
    return pod.getStatus().getInitContainerStatuses().getFirst().getState().getTerminated();
  }

  private static String waitingReason(Pod pod) {
    List<ContainerStatus> statuses = pod.getStatus().getInitContainerStatuses();
    return statuses.isEmpty() || statuses.getFirst().getState().getWaiting() == null
        ? ""
        : statuses.getFirst().getState().getWaiting().getReason();
  }
}
