package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.server.ApiClient;
import io.nodewright.simulation.server.Deletion;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Deletions of Pods for reasons that are not their own: the condition `DisruptionTarget` first,
/// then the deletion.
public final class Disruptions {

  private static final String TYPE = "DisruptionTarget";

  private Disruptions() {}

  /// Evicts a Pod through the eviction API, as a drain does. There are no budgets here that would
  /// refuse it.
  ///
  /// @param client who evicts
  /// @return false when there is no such Pod
  public static boolean evict(ApiClient client, String pod, Instant now) {
    Optional<Pod> stored = client.get(Kind.POD, pod);
    stored.ifPresent(
        each ->
            disrupt(
                client, each, "EvictionByEvictionAPI", "Eviction API: evicting", false, -1, now));
    return stored.isPresent();
  }

  /// Marks and deletes a Pod.
  ///
  /// @param fails whether it is also made Failed, as nobody else will
  /// @param grace seconds; negative for its own
  static void disrupt(
      ApiClient client,
      Pod pod,
      String reason,
      String message,
      boolean fails,
      long grace,
      Instant now) {
    String name = pod.getMetadata().getName();
    client.edit(
        Kind.POD,
        name,
        Part.STATUS,
        stored -> {
          stored.setStatus(marked(stored, reason, message, fails, now));
          return stored;
        });
    client.delete(Kind.POD, name, Deletion.of(pod.getMetadata().getUid()).withGrace(grace));
  }

  private static PodStatus marked(
      Pod pod, String reason, String message, boolean fails, Instant now) {
    PodStatus from = pod.getStatus();
    PodStatus status = new PodStatus();
    status.setPhase(fails && !PodOutcomes.terminal(pod) ? "Failed" : from.getPhase());
    status.setReason(from.getReason());
    status.setMessage(from.getMessage());
    status.setStartTime(from.getStartTime());
    status.setInitContainerStatuses(from.getInitContainerStatuses());
    status.setContainerStatuses(from.getContainerStatuses());
    PodCondition condition = new PodCondition();
    condition.setType(TYPE);
    condition.setStatus("True");
    condition.setReason(reason);
    condition.setMessage(message);
    condition.setLastTransitionTime(Times.text(now));
    List<PodCondition> conditions = new ArrayList<>(Absent.list(from.getConditions()));
    conditions.removeIf(each -> TYPE.equals(each.getType()));
    conditions.add(condition);
    status.setConditions(conditions);
    return status;
  }
}
