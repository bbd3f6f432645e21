package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.api.value.Absent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Tells the API server how a Pod is.
final class PodReport {

  private static final String DISRUPTION = "DisruptionTarget";

  private final Kubelet kubelet;
  private final Pod pod;
  private final PodContainers containers;
  private Instant startTime = Instant.EPOCH;
  private List<PodCondition> extra = List.of();

  PodReport(Kubelet kubelet, Pod pod, PodContainers containers) {
    this.kubelet = kubelet;
    this.pod = pod;
    this.containers = containers;
  }

  void startedAt(Instant time) {
    startTime = time;
  }

  Instant startTime() {
    return startTime;
  }

  /// The Pod ends for a reason that is not its own.
  void disrupted(String reason, String message) {
    extra = List.of(PodStatusReport.condition(DISRUPTION, "True", reason, message, kubelet.now()));
  }

  /// How it is now.
  void now() {
    tell(containers.phase(), "", "");
  }

  /// How it ended.
  void over(String reason, String message) {
    boolean succeeded = containers.phase().equals("Succeeded");
    tell(succeeded ? "Succeeded" : "Failed", succeeded ? "" : reason, message);
  }

  void refused(String reason, String message) {
    kubelet.report(pod, stored -> PodStatusReport.refused(stored, reason, message, kubelet.now()));
  }

  private void tell(String phase, String reason, String message) {
    kubelet.report(
        pod,
        stored -> {
          PodStatus status =
              PodStatusReport.of(
                  stored, containers, phase, reason, message, startTime, kubelet.now());
          if (!extra.isEmpty()) {
            List<PodCondition> all = new ArrayList<>(Absent.list(status.getConditions()));
            all.removeIf(each -> DISRUPTION.equals(each.getType()));
            all.addAll(extra);
            status.setConditions(all);
          }
          return status;
        });
  }
}
