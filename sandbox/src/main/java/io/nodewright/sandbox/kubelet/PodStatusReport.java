package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.nodewright.sandbox.kubelet.ContainerState.Ended;
import io.nodewright.sandbox.kubelet.ContainerState.Running;
import io.nodewright.sandbox.kubelet.ContainerState.Waiting;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.SequencedMap;

/// Words a pod's facts as a kubelet's status.
final class PodStatusReport {
  private PodStatusReport() {}

  /// The status of `pod` with `facts`, at `now`. Conditions that are as in `pod` keep their time,
  /// and those that others own are left alone.
  static PodStatus of(Pod pod, PodFacts facts, Instant now) {
    PodPhase phase = PodPhase.of(facts, pod.getSpec().getRestartPolicy());
    PodStatusBuilder status =
        new PodStatusBuilder()
            .withPhase(phase.text())
            .withStartTime(text(facts.startTime()))
            .withConditions(PodConditions.of(pod, facts, phase, text(now)));
    switch (facts.verdict()) {
      case PodVerdict.Open _ -> {}
      case PodVerdict.Over(var reason, var message) -> {
        if (!reason.isEmpty() && phase == PodPhase.FAILED) {
          status.withReason(reason).withMessage(message);
        }
      }
      case PodVerdict.Refused(var reason, var message) -> {
        return status.withReason(reason).withMessage(message).build();
      }
    }
    return status
        .withHostIP(facts.address())
        .addNewHostIP(facts.address())
        .withPodIP(facts.address())
        .addNewPodIP(facts.address())
        .withInitContainerStatuses(statuses(pod.getSpec().getInitContainers(), facts.init(), true))
        .withContainerStatuses(statuses(pod.getSpec().getContainers(), facts.main(), false))
        .build();
  }

  /// A time as the API has it: whole seconds, UTC.
  static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static List<ContainerStatus> statuses(
      List<Container> containers, SequencedMap<String, ContainerRecord> records, boolean init) {
    return containers.stream()
        .map(
            container ->
                status(
                    container,
                    records.getOrDefault(container.getName(), ContainerRecord.waiting("")),
                    init))
        .toList();
  }

  private static ContainerStatus status(Container container, ContainerRecord record, boolean init) {
    boolean runs = record.state() instanceof Running;
    ContainerStatusBuilder status =
        new ContainerStatusBuilder()
            .withName(container.getName())
            .withImage(container.getImage())
            .withImageID(record.imageId())
            .withReady(init ? record.succeeded() : record.ready())
            .withStarted(runs)
            .withRestartCount(record.restarts())
            .withState(state(record.state()));
    String id = id(record.state());
    if (!id.isEmpty()) {
      status.withContainerID(id);
    }
    if (!record.before().isEmpty()) {
      status.withLastState(state(record.before().getFirst()));
    }
    return status.build();
  }

  private static String id(ContainerState state) {
    return switch (state) {
      case Waiting _ -> "";
      case Running(var id, _, _) -> id;
      case Ended(var id, _, _) -> id;
    };
  }

  private static io.fabric8.kubernetes.api.model.ContainerState state(ContainerState state) {
    ContainerStateBuilder builder = new ContainerStateBuilder();
    return switch (state) {
      case Waiting(var reason, var message) ->
          builder.withNewWaiting(message.isEmpty() ? null : message, reason).build();
      case Running(_, var startedAt, _) -> builder.withNewRunning(text(startedAt)).build();
      case Ended(var id, var startedAt, var exit) ->
          builder
              .withNewTerminated()
              .withContainerID(id.isEmpty() ? null : id)
              .withExitCode(exit.code())
              .withReason(exit.reason())
              .withMessage(exit.message().isEmpty() ? null : exit.message())
              .withStartedAt(text(startedAt))
              .withFinishedAt(text(exit.finishedAt()))
              .endTerminated()
              .build();
    };
  }
}
