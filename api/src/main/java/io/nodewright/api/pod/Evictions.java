package io.nodewright.api.pod;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.policy.v1.Eviction;
import io.fabric8.kubernetes.api.model.policy.v1.EvictionBuilder;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Durations;
import io.nodewright.engine.drain.PodRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Evictions and deletions of pods, each of exactly the pod that was decided on (04 §6.3), and what
/// a refused eviction says (04 §6.4).
public final class Evictions {

  private static final int TOO_MANY_REQUESTS = 429;
  private static final String BUDGET = "DisruptionBudget";

  private Evictions() {}

  /// The body of an eviction.
  ///
  /// @param grace of the pod; negative for the pod's own
  public static Eviction eviction(PodRef pod, Duration grace) {
    return new EvictionBuilder()
        .withNewMetadata()
        .withNamespace(pod.namespace())
        .withName(pod.name())
        .endMetadata()
        .withDeleteOptions(deletion(pod, grace))
        .build();
  }

  /// The body of a deletion.
  ///
  /// @param grace of the pod, rounded up to whole seconds; negative for the pod's own
  public static DeleteOptions deletion(PodRef pod, Duration grace) {
    DeleteOptionsBuilder options =
        new DeleteOptionsBuilder()
            .withApiVersion("v1")
            .withKind("DeleteOptions")
            .withNewPreconditions()
            .withUid(pod.uid())
            .endPreconditions();
    if (!grace.isNegative()) {
      options.withGracePeriodSeconds(Durations.wholeSeconds(grace));
    }
    return options.build();
  }

  /// The text of the budgets that refused; empty when the answer is no budget's.
  public static Optional<String> refusedByBudget(int code, @Nullable Status answer) {
    if (code != TOO_MANY_REQUESTS || answer == null || answer.getDetails() == null) {
      return Optional.empty();
    }
    List<String> texts =
        Absent.list(answer.getDetails().getCauses()).stream()
            .filter(cause -> BUDGET.equals(cause.getReason()))
            .map(StatusCause::getMessage)
            .map(Absent::text)
            .toList();
    return texts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", texts));
  }
}
