package io.nodewright.sandbox.workload;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Map;

/// What a workload's Pod asks for, by annotations; each a number of seconds.
///
/// @param readyAfter how long after its start it is ready
/// @param endsAfter how long it takes to end after SIGTERM; longer than its grace for one that has
///   to be killed
/// @param grace its `terminationGracePeriodSeconds`
record Workload(Duration readyAfter, Duration endsAfter, Duration grace) {
  /// The image, with any tag, that makes a container a workload.
  static final String IMAGE = "nodewright.local/workload";

  private static final String READY_AFTER = "sandbox.nodewright.local/ready-after";
  private static final String ENDS_AFTER = "sandbox.nodewright.local/ends-after";
  private static final long USUAL_GRACE = 30;

  /// Whether `pod` is a workload: all its containers are, and it has no init containers.
  static boolean is(Pod pod) {
    return pod.getSpec().getInitContainers().isEmpty()
        && pod.getSpec().getContainers().stream()
            .allMatch(container -> ("" + container.getImage()).split("[:@]", 2)[0].equals(IMAGE));
  }

  /// What `pod` asks for.
  static Workload of(Pod pod) {
    Map<String, String> annotations =
        pod.getMetadata().getAnnotations() == null ? Map.of() : pod.getMetadata().getAnnotations();
    Long grace = pod.getSpec().getTerminationGracePeriodSeconds();
    return new Workload(
        seconds(annotations.getOrDefault(READY_AFTER, "0")),
        seconds(annotations.getOrDefault(ENDS_AFTER, "0")),
        Duration.ofSeconds(grace == null ? USUAL_GRACE : grace));
  }

  private static Duration seconds(String text) {
    return Duration.ofMillis((long) (Double.parseDouble(text) * 1000));
  }
}
