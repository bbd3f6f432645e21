package io.nodewright.sandbox.hollow;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.sandbox.kubelet.ContainerExit;
import io.nodewright.sandbox.kubelet.ContainerRuntime;
import io.nodewright.sandbox.kubelet.PodHome;
import io.nodewright.sandbox.kubelet.PodOpening;
import io.nodewright.sandbox.kubelet.RunningContainer;
import io.nodewright.sandbox.kubelet.StartOutcome;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Pretends to run containers: each is a timer.
public final class HollowRuntime implements ContainerRuntime {
  private final HollowStep.Rule rule;
  private final Reporting reporting;

  /// @param rule decides how long a container takes and how it ends
  /// @param reporting how much is told of each pod
  public HollowRuntime(HollowStep.Rule rule, Reporting reporting) {
    this.rule = rule;
    this.reporting = reporting;
  }

  @Override
  public PodOpening open(Pod pod) {
    return new PodOpening.Opened(new HollowHome(pod));
  }

  @Override
  public Reporting reporting(Pod pod) {
    return reporting;
  }

  @Override
  public boolean up() {
    return true;
  }

  private final class HollowHome implements PodHome {
    private final Pod pod;

    private HollowHome(Pod pod) {
      this.pod = pod;
    }

    @Override
    public StartOutcome start(Container container, int attempt) {
      HollowStep step = rule.of(pod, container, attempt);
      String id =
          "hollow://%s/%s/%d".formatted(pod.getMetadata().getUid(), container.getName(), attempt);
      return new StartOutcome.Started(new HollowContainer(id, step));
    }

    @Override
    public void close() {
      // Nothing was made.
    }
  }

  private static final class HollowContainer implements RunningContainer {
    private final String id;
    private final Instant startedAt = Instant.now();
    private final CompletableFuture<ContainerExit> exit = new CompletableFuture<>();

    private HollowContainer(String id, HollowStep step) {
      this.id = id;
      ContainerExit end = ContainerExit.of(step.exitCode(), "", startedAt.plus(step.takes()));
      if (step.takes().isZero()) {
        exit.complete(end);
      } else {
        exit.completeOnTimeout(end, step.takes().toMillis(), TimeUnit.MILLISECONDS);
      }
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public String imageId() {
      return "hollow";
    }

    @Override
    public Instant startedAt() {
      return startedAt;
    }

    @Override
    public CompletableFuture<ContainerExit> exit() {
      return exit;
    }

    @Override
    public void terminate() {
      exit.complete(ContainerExit.of(143, "", Instant.now()));
    }

    @Override
    public void kill() {
      exit.complete(ContainerExit.of(137, "", Instant.now()));
    }
  }
}
