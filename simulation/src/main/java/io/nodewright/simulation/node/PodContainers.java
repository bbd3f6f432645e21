package io.nodewright.simulation.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/// How far the containers of one Pod have come: init containers first, in their order.
final class PodContainers {

  private static final int LOST_CODE = 255;
  private static final int UNKNOWN_CODE = 137;

  private final Pod pod;
  private final boolean never;
  private final List<ContainerRecord> init = new ArrayList<>();
  private final List<ContainerRecord> main = new ArrayList<>();

  PodContainers(Pod pod) {
    this.pod = pod;
    never = "Never".equals(pod.getSpec().getRestartPolicy());
    List<Container> first = Absent.list(pod.getSpec().getInitContainers());
    String reason = first.isEmpty() ? "ContainerCreating" : "PodInitializing";
    first.forEach(_ -> init.add(ContainerRecord.waiting(reason)));
    pod.getSpec().getContainers().forEach(_ -> main.add(ContainerRecord.waiting(reason)));
  }

  List<ContainerRecord> init() {
    return Collections.unmodifiableList(init);
  }

  List<ContainerRecord> main() {
    return Collections.unmodifiableList(main);
  }

  /// How many there are.
  int size() {
    return init.size() + main.size();
  }

  boolean isInit(int index) {
    return index < init.size();
  }

  Container container(int index) {
    return isInit(index)
        ? pod.getSpec().getInitContainers().get(index)
        : pod.getSpec().getContainers().get(index - init.size());
  }

  ContainerRecord get(int index) {
    return isInit(index) ? init.get(index) : main.get(index - init.size());
  }

  void change(int index, UnaryOperator<ContainerRecord> change) {
    if (isInit(index)) {
      init.set(index, change.apply(init.get(index)));
    } else {
      main.set(index - init.size(), change.apply(main.get(index - init.size())));
    }
  }

  boolean initialized() {
    return init.stream().allMatch(ContainerRecord::succeeded);
  }

  /// The first container that is not through; as many as there are when all are.
  int next() {
    for (int i = 0; i < size(); i++) {
      if (!get(i).succeeded()) {
        return i;
      }
    }
    return size();
  }

  boolean anyRuns() {
    return init.stream().anyMatch(each -> each.state() instanceof ContainerRecord.State.Running)
        || main.stream().anyMatch(each -> each.state() instanceof ContainerRecord.State.Running);
  }

  boolean anyEverRan() {
    return init.stream().anyMatch(ContainerRecord::everRan)
        || main.stream().anyMatch(ContainerRecord::everRan);
  }

  /// The Pod's phase as its containers have it.
  String phase() {
    boolean anyFailed =
        init.stream().anyMatch(ContainerRecord::failed)
            || main.stream().anyMatch(ContainerRecord::failed);
    if (never && anyFailed) {
      return "Failed";
    }
    if (!initialized()) {
      return "Pending";
    }
    if (main.stream().allMatch(ContainerRecord::succeeded)) {
      return "Succeeded";
    }
    return main.stream().anyMatch(ContainerRecord::everRan) ? "Running" : "Pending";
  }

  /// A new sandbox: every init container runs again.
  void startOver() {
    UnaryOperator<ContainerRecord> again =
        each ->
            each.state() instanceof ContainerRecord.State.Waiting
                ? each
                : each.waits("PodInitializing", "");
    init.replaceAll(again);
    main.replaceAll(again);
  }

  /// What runs ends.
  void endRunning(int code, Instant now) {
    UnaryOperator<ContainerRecord> end =
        each ->
            each.state() instanceof ContainerRecord.State.Running
                ? each.ends(code, "Error", now)
                : each;
    init.replaceAll(end);
    main.replaceAll(end);
  }

  /// What runs when the Pod is given up ended in a way that nobody saw, and so did what should have
  /// run.
  void giveUp(Instant now) {
    init.replaceAll(each -> each.everRan() ? unseen(each, now) : each);
    if (initialized()) {
      main.replaceAll(each -> unseen(each, now));
    }
  }

  private static ContainerRecord unseen(ContainerRecord record, Instant now) {
    return record.state() instanceof ContainerRecord.State.Ended
        ? record
        : record.ends(UNKNOWN_CODE, "ContainerStatusUnknown", now);
  }

  /// Takes over what an earlier kubelet reported.
  void adopt(Pod pod) {
    adopt(init, Absent.list(pod.getStatus().getInitContainerStatuses()));
    adopt(main, Absent.list(pod.getStatus().getContainerStatuses()));
  }

  /// What ran was lost with the machine's power, or with the machine.
  ///
  /// @param forgotten whether the runtime remembers nothing of it
  void lose(boolean forgotten, Instant now) {
    UnaryOperator<ContainerRecord> lost =
        each ->
            each.state() instanceof ContainerRecord.State.Running
                ? forgotten
                    ? each.ends(UNKNOWN_CODE, "ContainerStatusUnknown", now)
                    : each.ends(LOST_CODE, "Unknown", now)
                : each;
    init.replaceAll(lost);
    main.replaceAll(lost);
  }

  private static void adopt(List<ContainerRecord> records, List<ContainerStatus> statuses) {
    for (int i = 0; i < Math.min(records.size(), statuses.size()); i++) {
      ContainerStatus status = statuses.get(i);
      ContainerState state = status.getState();
      int restarts = Absent.number(status.getRestartCount(), 0);
      if (state != null && state.getRunning() != null) {
        Instant since = Times.parse(state.getRunning().getStartedAt()).orElse(Instant.EPOCH);
        records.set(
            i, new ContainerRecord(new ContainerRecord.State.Running(since), List.of(), restarts));
      } else if (state != null && state.getTerminated() != null) {
        var ended = state.getTerminated();
        records.set(
            i,
            new ContainerRecord(
                new ContainerRecord.State.Ended(
                    Absent.number(ended.getExitCode(), 0),
                    Absent.text(ended.getReason()),
                    Times.parse(ended.getStartedAt()).orElse(Instant.EPOCH),
                    Times.parse(ended.getFinishedAt()).orElse(Instant.EPOCH)),
                List.of(),
                restarts));
      }
    }
  }
}
