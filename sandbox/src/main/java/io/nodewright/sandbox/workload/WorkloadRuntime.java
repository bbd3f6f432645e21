package io.nodewright.sandbox.workload;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.sandbox.kubelet.ContainerRuntime;
import io.nodewright.sandbox.kubelet.PodHome;
import io.nodewright.sandbox.kubelet.PodOpening;
import io.nodewright.sandbox.kubelet.StartOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// Runs workloads itself, and leaves all other Pods of the node to another runtime.
public final class WorkloadRuntime implements ContainerRuntime {
  private final ContainerRuntime others;
  private final WorkloadLog log;
  private final Supplier<CompletableFuture<Void>> down;

  /// @param others runs all other Pods, and knows whether the node is up
  /// @param log is told how workloads end
  /// @param down gives what completes when the node, as it is up now, is down
  public WorkloadRuntime(
      ContainerRuntime others, WorkloadLog log, Supplier<CompletableFuture<Void>> down) {
    this.others = others;
    this.log = log;
    this.down = down;
  }

  @Override
  public PodOpening open(Pod pod) {
    if (!Workload.is(pod)) {
      return others.open(pod);
    }
    return up()
        ? new PodOpening.Opened(new Home(pod, Workload.of(pod), down.get()))
        : new PodOpening.Waiting("the node is down");
  }

  @Override
  public Reporting reporting(Pod pod) {
    return Workload.is(pod) ? Reporting.EVERY_CHANGE : others.reporting(pod);
  }

  @Override
  public boolean up() {
    return others.up();
  }

  private final class Home implements PodHome {
    private final Pod pod;
    private final Workload workload;
    private final CompletableFuture<Void> nodeDown;

    private Home(Pod pod, Workload workload, CompletableFuture<Void> nodeDown) {
      this.pod = pod;
      this.workload = workload;
      this.nodeDown = nodeDown;
    }

    @Override
    public StartOutcome start(Container container, int attempt) {
      String id =
          "workload://%s/%s/%d".formatted(pod.getMetadata().getUid(), container.getName(), attempt);
      return new StartOutcome.Started(
          new WorkloadContainer(
              id,
              workload,
              nodeDown,
              how ->
                  log.add(
                      new WorkloadEnd(
                          pod.getMetadata().getNamespace(),
                          pod.getMetadata().getName(),
                          pod.getSpec().getNodeName(),
                          how))));
    }

    @Override
    public void close() {
      // Nothing was made.
    }
  }
}
