package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// V-once, on attempts: when a Job is created, no Pod may still run of a Job of that name that an
/// operator deleted. Two attempts of a stage would work on one host.
final class NoOldAttempt implements Invariant {

  private static final Set<String> OVER = Set.of("Succeeded", "Failed");

  private final Map<String, Set<String>> deletedByUs = new HashMap<>();

  @Override
  public String id() {
    return "V-once";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.JOB || !Moment.byOperator(change)) {
      return;
    }
    HasMetadata before = change.before();
    HasMetadata after = change.after();
    if (before == null) {
      created(moment, change.name(), findings);
    } else if (before.getMetadata().getDeletionTimestamp() == null
        && (after == null || after.getMetadata().getDeletionTimestamp() != null)) {
      deletedByUs
          .computeIfAbsent(change.name(), _ -> new HashSet<>())
          .add(before.getMetadata().getUid());
    }
  }

  private void created(Moment moment, String name, Findings findings) {
    Set<String> earlier = deletedByUs.getOrDefault(name, Set.of());
    if (earlier.isEmpty()) {
      return;
    }
    findings.judged(id());
    for (Pod pod : moment.truth().server().list(Kind.POD)) {
      boolean over = pod.getStatus() != null && OVER.contains(pod.getStatus().getPhase());
      if (!over
          && Absent.list(pod.getMetadata().getOwnerReferences()).stream()
              .map(OwnerReference::getUid)
              .anyMatch(earlier::contains)) {
        findings.violated(
            id(),
            moment.at(),
            "%s is created while %s of an earlier one still runs"
                .formatted(name, pod.getMetadata().getName()));
      }
    }
  }
}
