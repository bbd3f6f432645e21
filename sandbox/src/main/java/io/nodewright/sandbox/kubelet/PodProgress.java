package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;

/// How far a pod's containers have come. Safe for the threads of its containers.
final class PodProgress {
  private final SequencedMap<String, ContainerRecord> init = new LinkedHashMap<>();
  private final SequencedMap<String, ContainerRecord> main = new LinkedHashMap<>();

  /// A pod of which nothing has run yet.
  PodProgress(Pod pod) {
    boolean hasInit = !pod.getSpec().getInitContainers().isEmpty();
    String reason = hasInit ? "PodInitializing" : "ContainerCreating";
    fill(init, pod.getSpec().getInitContainers(), reason);
    fill(main, pod.getSpec().getContainers(), reason);
  }

  /// Changes what is known of the container `name`.
  synchronized void update(String name, UnaryOperator<ContainerRecord> change) {
    SequencedMap<String, ContainerRecord> records = init.containsKey(name) ? init : main;
    records.computeIfPresent(name, (_, record) -> change.apply(record));
  }

  /// What is known of the container `name`.
  synchronized ContainerRecord of(String name) {
    ContainerRecord record = init.containsKey(name) ? init.get(name) : main.get(name);
    if (record == null) {
      throw new IllegalArgumentException("the pod has no container " + name);
    }
    return record;
  }

  /// The init containers now, in their order.
  synchronized SequencedMap<String, ContainerRecord> init() {
    return new LinkedHashMap<>(init);
  }

  /// The containers now, in their order.
  synchronized SequencedMap<String, ContainerRecord> main() {
    return new LinkedHashMap<>(main);
  }

  /// Whether all init containers are done.
  synchronized boolean initialized() {
    return init.values().stream().allMatch(ContainerRecord::succeeded);
  }

  /// Takes over what an earlier kubelet reported: what ran then was lost with it.
  ///
  /// @return whether any container had been started
  synchronized boolean recover(Pod pod, Instant now) {
    boolean started = false;
    for (ContainerStatus status : pod.getStatus().getInitContainerStatuses()) {
      started |= recover(init, status, now);
    }
    for (ContainerStatus status : pod.getStatus().getContainerStatuses()) {
      started |= recover(main, status, now);
    }
    return started;
  }

  /// What ran when the kubelet gave the pod up ended in a way that nobody saw.
  synchronized void giveUp(Instant now) {
    init.replaceAll((_, record) -> unseenEnd(record, record.everRan(), now));
    boolean initialized = initialized();
    main.replaceAll((_, record) -> unseenEnd(record, initialized, now));
  }

  private static ContainerRecord unseenEnd(ContainerRecord record, boolean began, Instant now) {
    boolean ended = record.state() instanceof ContainerState.Ended;
    return began && !ended ? record.ends(ContainerExit.notLocated(now)) : record;
  }

  private static boolean recover(
      Map<String, ContainerRecord> records, ContainerStatus status, Instant now) {
    Optional<ContainerState> state = reported(status, now);
    state.ifPresent(
        known ->
            records.computeIfPresent(
                status.getName(),
                (_, _) ->
                    new ContainerRecord(
                        known,
                        List.of(),
                        status.getRestartCount() == null ? 0 : status.getRestartCount(),
                        status.getImageID() == null ? "" : status.getImageID())));
    return state.isPresent();
  }

  private static Optional<ContainerState> reported(ContainerStatus status, Instant now) {
    if (status.getState() == null) {
      return Optional.empty();
    }
    var terminated = status.getState().getTerminated();
    if (terminated != null) {
      Instant started = instant(terminated.getStartedAt(), now);
      ContainerExit exit =
          new ContainerExit(
              terminated.getExitCode(),
              terminated.getReason() == null ? "" : terminated.getReason(),
              terminated.getMessage() == null ? "" : terminated.getMessage(),
              instant(terminated.getFinishedAt(), now),
              false);
      return Optional.of(new ContainerState.Ended(id(status), started, exit));
    }
    var running = status.getState().getRunning();
    return running == null
        ? Optional.empty()
        : Optional.of(
            new ContainerState.Ended(
                id(status), instant(running.getStartedAt(), now), ContainerExit.lost(now)));
  }

  private static String id(ContainerStatus status) {
    return status.getContainerID() == null ? "" : status.getContainerID();
  }

  private static Instant instant(
      @org.jspecify.annotations.Nullable String text, Instant otherwise) {
    return text == null ? otherwise : Instant.parse(text);
  }

  private static void fill(
      Map<String, ContainerRecord> into, List<Container> containers, String reason) {
    containers.forEach(container -> into.put(container.getName(), ContainerRecord.waiting(reason)));
  }
}
