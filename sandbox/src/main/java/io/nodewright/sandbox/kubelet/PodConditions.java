package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The conditions of a pod that a kubelet keeps.
final class PodConditions {
  private final Pod pod;
  private final PodFacts facts;
  private final PodPhase phase;
  private final String now;

  private PodConditions(Pod pod, PodFacts facts, PodPhase phase, String now) {
    this.pod = pod;
    this.facts = facts;
    this.phase = phase;
    this.now = now;
  }

  /// The conditions of a pod with these facts.
  static List<PodCondition> of(Pod pod, PodFacts facts, PodPhase phase, String now) {
    return new PodConditions(pod, facts, phase, now).all();
  }

  private List<PodCondition> all() {
    if (facts.verdict() instanceof PodVerdict.Refused) {
      return List.of();
    }
    List<PodCondition> conditions = new ArrayList<>();
    conditions.add(holds("PodReadyToStartContainers", !phase.terminal(), "", ""));
    conditions.add(initialized());
    conditions.add(ready("Ready"));
    conditions.add(ready("ContainersReady"));
    conditions.add(holds("PodScheduled", true, "", ""));
    return conditions;
  }

  private PodCondition initialized() {
    String incomplete = names(facts.init(), record -> !record.succeeded());
    if (phase == PodPhase.SUCCEEDED) {
      return holds("Initialized", true, "PodCompleted", "");
    }
    return incomplete.isEmpty()
        ? holds("Initialized", true, "", "")
        : holds(
            "Initialized",
            false,
            "ContainersNotInitialized",
            "containers with incomplete status: [" + incomplete + "]");
  }

  private PodCondition ready(String type) {
    String unready = names(facts.main(), record -> !record.ready());
    return switch (phase) {
      case SUCCEEDED -> holds(type, false, "PodCompleted", "");
      case FAILED -> holds(type, false, "PodFailed", "");
      case PENDING, RUNNING ->
          unready.isEmpty()
              ? holds(type, true, "", "")
              : holds(
                  type,
                  false,
                  "ContainersNotReady",
                  "containers with unready status: [" + unready + "]");
    };
  }

  private PodCondition holds(String type, boolean holds, String reason, String message) {
    String status = holds ? "True" : "False";
    return new PodConditionBuilder()
        .withType(type)
        .withStatus(status)
        // Empty rather than absent: a merge keeps what is absent.
        .withReason(reason)
        .withMessage(message)
        .withLastTransitionTime(since(type, status))
        .build();
  }

  private String since(String type, String status) {
    return pod.getStatus().getConditions().stream()
        .filter(condition -> Objects.equals(condition.getType(), type))
        .filter(condition -> Objects.equals(condition.getStatus(), status))
        .map(PodCondition::getLastTransitionTime)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(now);
  }

  private static String names(
      Map<String, ContainerRecord> records, Predicate<ContainerRecord> which) {
    return records.entrySet().stream()
        .filter(entry -> which.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(" "));
  }
}
