package io.nodewright.simulation.controller;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyOnPodConditionsPattern;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.simulation.server.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How the Job controller reads a Pod of its Job.
final class PodOutcomes {

  private PodOutcomes() {}

  static boolean succeeded(Pod pod) {
    return phase(pod).equals("Succeeded");
  }

  static boolean terminal(Pod pod) {
    return succeeded(pod) || phase(pod).equals("Failed");
  }

  /// Neither ended nor on its way to the end.
  static boolean active(Pod pod) {
    return !terminal(pod) && !Metadata.deleting(pod);
  }

  /// On its way to the end.
  static boolean terminating(Pod pod) {
    return !terminal(pod) && Metadata.deleting(pod);
  }

  /// Whether it counts as failed. Where only failed Pods are replaced, one that is being deleted
  /// does not yet.
  static boolean failed(Pod pod, Job job) {
    if (phase(pod).equals("Failed")) {
      return true;
    }
    boolean onlyFailedAreReplaced = "Failed".equals(job.getSpec().getPodReplacementPolicy());
    return !onlyFailedAreReplaced && Metadata.deleting(pod) && !succeeded(pod);
  }

  /// Whether the Job's policy has a failed Pod not counted.
  static boolean ignored(Pod pod, Job job) {
    if (job.getSpec().getPodFailurePolicy() == null) {
      return false;
    }
    for (PodFailurePolicyRule rule : job.getSpec().getPodFailurePolicy().getRules()) {
      if (matches(pod, rule)) {
        if (!"Ignore".equals(rule.getAction())) {
          throw new IllegalStateException(
              "the simulation does not know the pod failure action " + rule.getAction());
        }
        return true;
      }
    }
    return false;
  }

  static boolean ready(Pod pod) {
    return condition(pod, "Ready").map(each -> "True".equals(each.getStatus())).orElse(false);
  }

  /// When the back-off takes it to have ended: when its last container did; of a Pod whose main
  /// containers never ran, when it became unready, which is when it began.
  static Instant finishedAt(Pod pod) {
    return ofContainers(status(pod).getContainerStatuses())
        .or(
            () ->
                condition(pod, "Ready")
                    .filter(each -> "False".equals(each.getStatus()))
                    .flatMap(each -> Times.parse(each.getLastTransitionTime())))
        .or(() -> ofDeletion(pod))
        .or(() -> Times.parse(pod.getMetadata().getCreationTimestamp()))
        .orElse(Instant.EPOCH);
  }

  /// How often its containers were started again, all together.
  static int restarts(Pod pod) {
    int restarts = 0;
    for (ContainerStatus each : Absent.list(status(pod).getInitContainerStatuses())) {
      restarts += Absent.number(each.getRestartCount(), 0);
    }
    for (ContainerStatus each : Absent.list(status(pod).getContainerStatuses())) {
      restarts += Absent.number(each.getRestartCount(), 0);
    }
    return restarts;
  }

  static String phase(Pod pod) {
    return Absent.text(status(pod).getPhase());
  }

  private static boolean matches(Pod pod, PodFailurePolicyRule rule) {
    for (PodFailurePolicyOnPodConditionsPattern pattern : Absent.list(rule.getOnPodConditions())) {
      boolean holds =
          condition(pod, pattern.getType())
              .map(each -> pattern.getStatus().equals(each.getStatus()))
              .orElse(false);
      if (holds) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Instant> ofContainers(List<ContainerStatus> statuses) {
    Instant latest = Instant.MIN;
    for (ContainerStatus each : Absent.list(statuses)) {
      ContainerStateTerminated ended =
          each.getState() == null ? null : each.getState().getTerminated();
      Optional<Instant> at = ended == null ? Optional.empty() : Times.parse(ended.getFinishedAt());
      if (at.isEmpty()) {
        return Optional.empty();
      }
      latest = at.get().isAfter(latest) ? at.get() : latest;
    }
    return latest.equals(Instant.MIN) ? Optional.empty() : Optional.of(latest);
  }

  private static Optional<Instant> ofDeletion(Pod pod) {
    Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
    return Times.parse(pod.getMetadata().getDeletionTimestamp())
        .map(at -> at.minusSeconds(grace == null ? 0 : grace));
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return Absent.list(status(pod).getConditions()).stream()
        .filter(each -> type.equals(each.getType()))
        .findFirst();
  }

  private static PodStatus status(Pod pod) {
    return pod.getStatus() == null ? new PodStatus() : pod.getStatus();
  }
}
