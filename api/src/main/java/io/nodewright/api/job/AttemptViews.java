package io.nodewright.api.job;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the Pods of our Jobs: the facts by which an attempt is classed (03 §12).
public final class AttemptViews {

  private AttemptViews() {}

  /// What was seen of a Pod; empty when something else than a Job controls it, or nothing tells
  /// what it is for. Without any controller it counts: who deletes a Job may leave its Pods behind.
  public static Optional<OwnedAttempt> of(Pod stored) {
    ObjectMeta meta = stored.getMetadata();
    Optional<OwnerReference> job = Owners.job(meta);
    PodSpec spec = stored.getSpec();
    String node = spec == null ? "" : Absent.text(spec.getNodeName());
    Map<String, String> labels = Absent.map(meta.getLabels());
    String nodeWright = Absent.text(labels.get(Keys.NAME));
    boolean foreign = job.isEmpty() && Owners.controller(meta).isPresent();
    if (foreign || nodeWright.isEmpty() || node.isEmpty()) {
      return Optional.empty();
    }
    Optional<JobKey> annotated =
        PackageIdentity.parse(Absent.map(meta.getAnnotations()).get(Keys.PACKAGE))
            .map(known -> new JobKey(nodeWright, known.ref(), known.stage(), node));
    return annotated
        .or(() -> JobLabels.key(labels, nodeWright, node))
        .map(
            key ->
                new OwnedAttempt(
                    job.map(OwnerReference::getUid).orElse(""),
                    key,
                    annotated.isPresent(),
                    attempt(meta, stored.getStatus())));
  }

  private static Attempt attempt(ObjectMeta meta, @Nullable PodStatus stored) {
    PodStatus status = stored == null ? new PodStatus() : stored;
    List<Attempt.Container> containers = new ArrayList<>();
    Absent.list(status.getInitContainerStatuses())
        .forEach(each -> container(each).ifPresent(containers::add));
    Absent.list(status.getContainerStatuses())
        .forEach(each -> container(each).ifPresent(containers::add));
    return new Attempt(
        meta.getName(),
        Absent.text(meta.getUid()),
        Times.parse(meta.getCreationTimestamp()).orElse(Instant.EPOCH),
        phase(status),
        meta.getDeletionTimestamp() != null,
        disrupted(status),
        Absent.text(status.getReason()),
        Absent.text(status.getMessage()),
        containers);
  }

  private static Attempt.Phase phase(PodStatus status) {
    return switch (Absent.text(status.getPhase())) {
      case "", "Pending" -> Attempt.Phase.PENDING;
      case "Running" -> Attempt.Phase.RUNNING;
      case "Succeeded" -> Attempt.Phase.SUCCEEDED;
      case "Failed" -> Attempt.Phase.FAILED;
      default -> Attempt.Phase.UNKNOWN;
    };
  }

  private static boolean disrupted(PodStatus status) {
    return Absent.list(status.getConditions()).stream()
        .anyMatch(
            each ->
                JobLayout.DISRUPTION_TARGET.equals(each.getType())
                    && "True".equals(each.getStatus()));
  }

  private static Optional<Attempt.Container> container(ContainerStatus stored) {
    return state(stored.getState())
        .map(
            state ->
                new Attempt.Container(
                    Absent.text(stored.getName()),
                    Absent.text(stored.getImage()),
                    Absent.number(stored.getRestartCount(), 0),
                    state,
                    lastMessage(stored.getLastState())));
  }

  private static String lastMessage(@Nullable ContainerState last) {
    ContainerStateTerminated ended = last == null ? null : last.getTerminated();
    return ended == null ? "" : Absent.text(ended.getMessage());
  }

  private static Optional<Attempt.ContainerState> state(@Nullable ContainerState stored) {
    if (stored == null) {
      return Optional.empty();
    }
    ContainerStateTerminated ended = stored.getTerminated();
    if (ended != null) {
      return Optional.of(
          new Attempt.ContainerState.Terminated(
              Absent.number(ended.getExitCode(), 0),
              Absent.text(ended.getReason()),
              Absent.text(ended.getMessage()),
              Times.parse(ended.getFinishedAt()).orElse(Instant.EPOCH)));
    }
    if (stored.getRunning() != null) {
      return Optional.of(new Attempt.ContainerState.Running());
    }
    ContainerStateWaiting waiting = stored.getWaiting();
    return waiting == null
        ? Optional.empty()
        : Optional.of(
            new Attempt.ContainerState.Waiting(
                Absent.text(waiting.getReason()), Absent.text(waiting.getMessage())));
  }
}
