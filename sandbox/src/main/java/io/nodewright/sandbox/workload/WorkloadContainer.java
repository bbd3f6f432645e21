package io.nodewright.sandbox.workload;

import io.nodewright.sandbox.kubelet.ContainerExit;
import io.nodewright.sandbox.kubelet.RunningContainer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// One container of a workload: timers.
final class WorkloadContainer implements RunningContainer {
  private static final int KILLED = 137;

  private final String id;
  private final Workload workload;
  private final Instant startedAt = Instant.now();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<ContainerExit> exit = new CompletableFuture<>();
  private final Consumer<WorkloadEnd.How> ended;
  private long asked;
  private boolean wasAsked;

  /// @param down completes when its node is down
  /// @param ended is told once how it ended
  WorkloadContainer(
      String id, Workload workload, CompletableFuture<Void> down, Consumer<WorkloadEnd.How> ended) {
    this.id = id;
    this.workload = workload;
    this.ended = ended;
    if (workload.readyAfter().isZero()) {
      ready.complete(null);
    } else {
      ready.completeOnTimeout(null, workload.readyAfter().toMillis(), TimeUnit.MILLISECONDS);
    }
    var _ = down.thenRun(() -> end(ContainerExit.lost(Instant.now()), new WorkloadEnd.How.Node()));
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String imageId() {
    return Workload.IMAGE;
  }

  @Override
  public Instant startedAt() {
    return startedAt;
  }

  @Override
  public CompletableFuture<Void> ready() {
    return ready;
  }

  @Override
  public CompletableFuture<ContainerExit> exit() {
    return exit;
  }

  @Override
  public synchronized void terminate() {
    if (wasAsked) {
      return;
    }
    wasAsked = true;
    asked = System.nanoTime();
    CompletableFuture.delayedExecutor(workload.endsAfter().toMillis(), TimeUnit.MILLISECONDS)
        .execute(
            () -> end(ContainerExit.of(0, "", Instant.now()), new WorkloadEnd.How.Itself(since())));
  }

  @Override
  public void kill() {
    end(ContainerExit.of(KILLED, "", Instant.now()), killed());
  }

  private synchronized WorkloadEnd.How killed() {
    return wasAsked
        ? new WorkloadEnd.How.Killed(since(), workload.grace())
        : new WorkloadEnd.How.KilledUnasked(workload.grace());
  }

  private synchronized Duration since() {
    return Duration.ofNanos(System.nanoTime() - asked);
  }

  private void end(ContainerExit with, WorkloadEnd.How how) {
    synchronized (this) {
      if (exit.isDone()) {
        return;
      }
      ended.accept(how);
    }
    exit.complete(with);
  }
}
