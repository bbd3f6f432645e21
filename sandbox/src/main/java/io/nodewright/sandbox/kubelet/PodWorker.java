package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.sandbox.kubelet.ContainerLife.Outcome;
import io.nodewright.sandbox.kubelet.ContainerLife.Restart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/// Works one pod from its binding to its end, on a thread of its own.
final class PodWorker implements Runnable {
  private static final Duration SOON = Duration.ofMillis(500);
  private static final PodVerdict OPEN = new PodVerdict.Open();
  private static final Duration REMOVE_PAUSE = Duration.ofMillis(500);

  private final Pod pod;
  private final NodeRuntime node;
  private final KubeletParts parts;
  private final PodLife life = new PodLife();
  private final PodProgress progress;
  private final PodReporter reporter;
  private final PodWork work;
  private final Instant startTime;
  private final AtomicReference<PodVerdict> verdict = new AtomicReference<>(new PodVerdict.Open());
  private final AtomicReference<String> toldPhase = new AtomicReference<>("");
  private PodStatus lastTold;

  PodWorker(Pod pod, NodeRuntime node, KubeletParts parts) {
    this.pod = pod;
    this.node = node;
    this.parts = parts.on(node);
    this.lastTold = pod.getStatus();
    this.progress = new PodProgress(pod);
    this.reporter = new PodReporter(pod, this.parts.api(), parts.executor());
    this.work = new PodWork(pod, life, progress, parts.backOff(), this::tell);
    String known = pod.getStatus().getStartTime();
    this.startTime = known == null ? Instant.now() : Instant.parse(known);
  }

  /// The pod's time, through which it is ended.
  PodLife life() {
    return life;
  }

  @Override
  public void run() {
    Optional<PodVerdict.Refused> refused =
        pod.getStatus().getStartTime() == null ? node.faults().refusal(pod) : Optional.empty();
    if (refused.isPresent()) {
      verdict.set(refused.get());
      tell();
    } else {
      setDeadline();
      if (!recoveredAsLost()) {
        tell();
        work();
      }
    }
    finish();
  }

  private void setDeadline() {
    Long seconds = pod.getSpec().getActiveDeadlineSeconds();
    if (seconds != null) {
      Duration left = Duration.between(Instant.now(), startTime.plusSeconds(seconds));
      life.endAfter(left, new PodEnding.DeadlineExceeded(gracePeriod()));
    }
  }

  /// A pod of an earlier kubelet: its containers died with that kubelet's node. One that must not
  /// be restarted has failed; any other begins again.
  private boolean recoveredAsLost() {
    boolean started =
        pod.getStatus().getStartTime() != null && progress.recover(pod, Instant.now());
    if (started && pod.getSpec().getRestartPolicy().equals("Never")) {
      verdict.set(new PodVerdict.Over("", ""));
      return true;
    }
    return false;
  }

  private void work() {
    Outcome outcome;
    do {
      Optional<PodHome> home = open();
      if (home.isEmpty()) {
        return;
      }
      try (PodHome opened = home.get()) {
        outcome = runContainers(opened);
      }
    } while (outcome == Outcome.NODE_LOST && restartable());
  }

  private boolean restartable() {
    return !pod.getSpec().getRestartPolicy().equals("Never");
  }

  private Optional<PodHome> open() {
    while (life.ending().isEmpty()) {
      switch (node.runtime().open(pod)) {
        case PodOpening.Opened(var home) -> {
          return Optional.of(home);
        }
        case PodOpening.Waiting _ -> life.pause(SOON);
      }
    }
    return Optional.empty();
  }

  private Outcome runContainers(PodHome home) {
    String policy = pod.getSpec().getRestartPolicy();
    for (Container container : pod.getSpec().getInitContainers()) {
      Outcome outcome = new ContainerLife(work, home, container, Restart.ofInit(policy)).run();
      if (outcome != Outcome.SUCCEEDED) {
        return outcome;
      }
    }
    List<CompletableFuture<Outcome>> running =
        pod.getSpec().getContainers().stream()
            .map(
                container ->
                    CompletableFuture.supplyAsync(
                        () ->
                            new ContainerLife(work, home, container, Restart.ofMain(policy)).run(),
                        parts.executor()))
            .toList();
    List<Outcome> outcomes = running.stream().map(CompletableFuture::join).toList();
    return outcomes.contains(Outcome.NODE_LOST) ? Outcome.NODE_LOST : outcomes.getFirst();
  }

  private void finish() {
    Optional<PodEnding> ending = life.ending();
    if (ending.isPresent()) {
      switch (ending.get()) {
        case PodEnding.SandboxStopped _ -> {
          reporter.close();
          return;
        }
        case PodEnding.DeadlineExceeded _ ->
            verdict.set(
                new PodVerdict.Over(
                    "DeadlineExceeded",
                    "Pod was active on the node longer than the specified deadline"));
        case PodEnding.Deleted _ -> verdict.compareAndSet(OPEN, new PodVerdict.Over("", ""));
      }
      progress.giveUp(Instant.now());
    }
    tell();
    reporter.told().join();
  }

  /// Deletes the pod for good when that was asked for. A sandbox that is closed in between stops
  /// trying.
  void removeIfDeleted() {
    if (life.ending().filter(PodEnding.Deleted.class::isInstance).isEmpty()) {
      return;
    }
    while (parts.api().remove(pod) == PodApi.Answer.TRY_AGAIN && !parts.executor().isShutdown()) {
      new CompletableFuture<Void>()
          .completeOnTimeout(
              null, REMOVE_PAUSE.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
          .join();
    }
  }

  private synchronized void tell() {
    if (life.ending().filter(PodEnding.SandboxStopped.class::isInstance).isPresent()) {
      return;
    }
    PodFacts facts =
        new PodFacts(progress.init(), progress.main(), verdict.get(), startTime, node.address());
    PodPhase phase = PodPhase.of(facts, pod.getSpec().getRestartPolicy());
    ContainerRuntime.Reporting reporting = node.runtime().reporting(pod);
    boolean tells =
        switch (reporting) {
          case EVERY_CHANGE -> true;
          case PHASES -> phase != PodPhase.PENDING || anythingRuns(facts);
          case END -> phase.terminal();
        };
    // A hollow pod's first init container makes it "run" as far as anybody is told: once is enough.
    String told = phase.text() + verdict.get();
    boolean fresh = !told.equals(toldPhase.get());
    if (tells && (reporting == ContainerRuntime.Reporting.EVERY_CHANGE || fresh)) {
      toldPhase.set(told);
      lastTold = PodStatusReport.of(seenLast(), facts, Instant.now());
      reporter.report(lastTold);
    }
  }

  /// The pod with what was told of it last: a condition that still holds keeps its time.
  private Pod seenLast() {
    Pod seen = new Pod();
    seen.setSpec(pod.getSpec());
    seen.setStatus(lastTold);
    return seen;
  }

  private static boolean anythingRuns(PodFacts facts) {
    return facts.init().values().stream().anyMatch(ContainerRecord::everRan);
  }

  private Duration gracePeriod() {
    Long seconds = pod.getSpec().getTerminationGracePeriodSeconds();
    return Duration.ofSeconds(seconds == null ? 30 : seconds);
  }
}
