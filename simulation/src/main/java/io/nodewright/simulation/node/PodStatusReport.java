package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateRunning;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Words what a kubelet knows of a Pod as a status.
final class PodStatusReport {

  private PodStatusReport() {}

  /// The status of a Pod that the kubelet took on.
  ///
  /// @param stored as it is in the API: conditions of others stay, and times of those that hold on
  /// @param reason of the Pod as a whole; empty for none
  static PodStatus of(
      Pod stored,
      PodContainers containers,
      String phase,
      String reason,
      String message,
      Instant startTime,
      Instant now) {
    PodStatus status = new PodStatus();
    status.setPhase(phase);
    status.setStartTime(Times.text(startTime));
    if (!reason.isEmpty()) {
      status.setReason(reason);
      status.setMessage(message);
    }
    status.setInitContainerStatuses(
        statuses(stored.getSpec().getInitContainers(), containers.init(), true));
    status.setContainerStatuses(
        statuses(stored.getSpec().getContainers(), containers.main(), false));
    status.setConditions(conditions(stored, containers, phase, now));
    return status;
  }

  /// The status of a Pod that the kubelet refused.
  static PodStatus refused(Pod stored, String reason, String message, Instant now) {
    PodStatus status = new PodStatus();
    status.setPhase("Failed");
    status.setReason(reason);
    status.setMessage(message);
    status.setStartTime(Times.text(now));
    status.setConditions(Absent.list(stored.getStatus().getConditions()));
    return status;
  }

  private static List<ContainerStatus> statuses(
      List<Container> containers, List<ContainerRecord> records, boolean init) {
    List<ContainerStatus> statuses = new ArrayList<>();
    for (int i = 0; i < containers.size(); i++) {
      statuses.add(status(containers.get(i), records.get(i), init));
    }
    return statuses;
  }

  private static ContainerStatus status(Container container, ContainerRecord record, boolean init) {
    boolean runs = record.state() instanceof ContainerRecord.State.Running;
    ContainerStatus status = new ContainerStatus();
    status.setName(container.getName());
    status.setImage(container.getImage());
    status.setReady(init ? record.succeeded() : runs);
    status.setStarted(runs);
    status.setRestartCount(record.restarts());
    status.setState(state(record.state()));
    if (!record.before().isEmpty()) {
      status.setLastState(state(record.before().getFirst()));
    }
    return status;
  }

  private static ContainerState state(ContainerRecord.State from) {
    ContainerState state = new ContainerState();
    switch (from) {
      case ContainerRecord.State.Waiting(String reason, String message) -> {
        ContainerStateWaiting waiting = new ContainerStateWaiting();
        waiting.setReason(reason);
        waiting.setMessage(message);
        state.setWaiting(waiting);
      }
      case ContainerRecord.State.Running(Instant since) -> {
        ContainerStateRunning running = new ContainerStateRunning();
        running.setStartedAt(Times.text(since));
        state.setRunning(running);
      }
      case ContainerRecord.State.Ended(int code, String reason, Instant since, Instant at) -> {
        ContainerStateTerminated ended = new ContainerStateTerminated();
        ended.setExitCode(code);
        ended.setReason(reason);
        ended.setStartedAt(Times.text(since));
        ended.setFinishedAt(Times.text(at));
        state.setTerminated(ended);
      }
    }
    return state;
  }

  private static List<PodCondition> conditions(
      Pod stored, PodContainers containers, String phase, Instant now) {
    List<PodCondition> conditions = new ArrayList<>();
    boolean over = phase.equals("Succeeded") || phase.equals("Failed");
    boolean ready =
        !over
            && containers.main().stream()
                .allMatch(each -> each.state() instanceof ContainerRecord.State.Running);
    add(conditions, stored, "Initialized", containers.initialized(), now);
    add(conditions, stored, "Ready", ready, now);
    add(conditions, stored, "PodScheduled", true, now);
    for (PodCondition each : Absent.list(stored.getStatus().getConditions())) {
      if (conditions.stream().noneMatch(own -> own.getType().equals(each.getType()))) {
        conditions.add(each);
      }
    }
    return conditions;
  }

  private static void add(
      List<PodCondition> to, Pod stored, String type, boolean holds, Instant now) {
    String word = holds ? "True" : "False";
    PodCondition same =
        Absent.list(stored.getStatus().getConditions()).stream()
            .filter(each -> type.equals(each.getType()) && word.equals(each.getStatus()))
            .findFirst()
            .orElse(null);
    to.add(same == null ? condition(type, word, "", "", now) : same);
  }

  /// A condition that holds from now on.
  static PodCondition condition(
      String type, String status, String reason, String message, Instant now) {
    PodCondition condition = new PodCondition();
    condition.setType(type);
    condition.setStatus(status);
    if (!reason.isEmpty()) {
      condition.setReason(reason);
      condition.setMessage(message);
    }
    condition.setLastTransitionTime(Times.text(now));
    return condition;
  }
}
