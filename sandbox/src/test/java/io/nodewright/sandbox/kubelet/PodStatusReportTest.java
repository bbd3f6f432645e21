package io.nodewright.sandbox.kubelet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// What a kubelet reports of a pod, from what its containers do.
class PodStatusReportTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.5Z");

  @Test
  void aPodOfWhichNothingRanIsPending() {
    PodStatus status = report(aPod("Never"), new PodVerdict.Open(), _ -> {});
    assertEquals("Pending", status.getPhase());
    assertEquals(
        "PodInitializing",
        status.getInitContainerStatuses().getFirst().getState().getWaiting().getReason());
    assertEquals(
        "containers with incomplete status: [init check]",
        condition(status, "Initialized").getMessage());
  }

  @Test
  void aFailedInitContainerFailsAPodThatIsNotRestarted() {
    PodStatus status = report(aPod("Never"), new PodVerdict.Open(), this::initFails);
    assertEquals("Failed", status.getPhase());
    ContainerStatus init = status.getInitContainerStatuses().getFirst();
    assertEquals(3, init.getState().getTerminated().getExitCode());
    assertEquals("Error", init.getState().getTerminated().getReason());
    assertEquals("no space", init.getState().getTerminated().getMessage());
    assertEquals(
        "PodInitializing",
        status.getContainerStatuses().getFirst().getState().getWaiting().getReason());
    assertEquals("PodFailed", condition(status, "Ready").getReason());
  }

  @Test
  void aFailedInitContainerLeavesAPodPendingThatIsRestarted() {
    PodStatus status =
        report(
            aPod("OnFailure"),
            new PodVerdict.Open(),
            progress -> {
              initFails(progress);
              progress.update("init", record -> record.waits("CrashLoopBackOff", "back-off 10s"));
            });
    assertEquals("Pending", status.getPhase());
    ContainerStatus init = status.getInitContainerStatuses().getFirst();
    assertEquals("CrashLoopBackOff", init.getState().getWaiting().getReason());
    assertEquals(3, init.getLastState().getTerminated().getExitCode());
    assertEquals(0, init.getRestartCount());
  }

  @Test
  void aSecondStartIsTheFirstRestart() {
    PodStatus status =
        report(
            aPod("OnFailure"),
            new PodVerdict.Open(),
            progress -> {
              initFails(progress);
              progress.update("init", record -> record.runs(aContainer()));
            });
    assertEquals(1, status.getInitContainerStatuses().getFirst().getRestartCount());
  }

  @Test
  void aPodWhoseContainersAllSucceededHas() {
    PodStatus status = report(aPod("Never"), new PodVerdict.Open(), this::allSucceed);
    assertEquals("Succeeded", status.getPhase());
    assertEquals("PodCompleted", condition(status, "Initialized").getReason());
    assertEquals("", condition(status, "Initialized").getMessage());
  }

  @Test
  void aPodPastItsDeadlineFailedForThatReason() {
    PodStatus status =
        report(aPod("Never"), new PodVerdict.Over("DeadlineExceeded", "too long"), _ -> {});
    assertEquals("Failed", status.getPhase());
    assertEquals("DeadlineExceeded", status.getReason());
  }

  @Test
  void aPodThatSucceededBeforeItWasDeletedStaysSucceeded() {
    PodStatus status = report(aPod("Never"), new PodVerdict.Over("", ""), this::allSucceed);
    assertEquals("Succeeded", status.getPhase());
    assertNull(status.getReason());
  }

  @Test
  void aRefusedPodHasNoContainers() {
    PodStatus status =
        report(aPod("Never"), new PodVerdict.Refused("OutOfpods", "Node is full"), _ -> {});
    assertEquals("Failed", status.getPhase());
    assertEquals("OutOfpods", status.getReason());
    assertEquals(0, status.getInitContainerStatuses().size());
  }

  @Test
  void aConditionThatHoldsAsBeforeKeepsItsTime() {
    Pod pod =
        new PodBuilder(aPod("Never"))
            .withNewStatus()
            .addNewCondition()
            .withType("PodScheduled")
            .withStatus("True")
            .withLastTransitionTime("2025-01-01T00:00:00Z")
            .endCondition()
            .endStatus()
            .build();
    PodStatus status = report(pod, new PodVerdict.Open(), _ -> {});
    assertEquals("2025-01-01T00:00:00Z", condition(status, "PodScheduled").getLastTransitionTime());
    assertEquals("2026-01-01T00:00:00Z", condition(status, "Ready").getLastTransitionTime());
  }

  @Test
  void whatRanWhenThePodWasGivenUpEndedUnseen() {
    PodStatus status =
        report(
            aPod("Never"),
            new PodVerdict.Over("", ""),
            progress -> {
              progress.update("init", record -> record.runs(aContainer()));
              progress.giveUp(NOW);
            });
    assertEquals(
        "ContainerStatusUnknown",
        status.getInitContainerStatuses().getFirst().getState().getTerminated().getReason());
    assertEquals(
        "PodInitializing",
        status.getContainerStatuses().getFirst().getState().getWaiting().getReason());
  }

  private void initFails(PodProgress progress) {
    progress.update("init", record -> record.runs(aContainer()));
    progress.update("init", record -> record.ends(ContainerExit.of(3, "no space", NOW)));
  }

  private void allSucceed(PodProgress progress) {
    for (String name : java.util.List.of("init", "check", "done")) {
      progress.update(name, record -> record.runs(aContainer()));
      progress.update(name, record -> record.ends(ContainerExit.of(0, "", NOW)));
    }
  }

  private static PodStatus report(
      Pod pod, PodVerdict verdict, java.util.function.Consumer<PodProgress> happens) {
    PodProgress progress = new PodProgress(pod);
    happens.accept(progress);
    return PodStatusReport.of(
        pod, new PodFacts(progress.init(), progress.main(), verdict, NOW, "198.18.0.1"), NOW);
  }

  private static PodCondition condition(PodStatus status, String type) {
    return status.getConditions().stream()
        .filter(condition -> condition.getType().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private static Pod aPod(String restartPolicy) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("p")
        .endMetadata()
        .withNewSpec()
        .withRestartPolicy(restartPolicy)
        .addNewInitContainer()
        .withName("init")
        .endInitContainer()
        .addNewInitContainer()
        .withName("check")
        .endInitContainer()
        .addNewContainer()
        .withName("done")
        .endContainer()
        .endSpec()
        .withNewStatus()
        .endStatus()
        .build();
  }

  private static RunningContainer aContainer() {
    return new RunningContainer() {
      @Override
      public String id() {
        return "sandbox://1";
      }

      @Override
      public String imageId() {
        return "sandbox://image";
      }

      @Override
      public Instant startedAt() {
        return NOW;
      }

      @Override
      public CompletableFuture<ContainerExit> exit() {
        return new CompletableFuture<>();
      }

      @Override
      public void terminate() {}

      @Override
      public void kill() {}
    };
  }
}
