package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// What goes wrong on a node on purpose, for tests.
public final class KubeletFaults {
  private final Map<PodVerdict.Refused, Predicate<Pod>> refusals = new ConcurrentHashMap<>();

  /// Refuses from now on each new pod for which `which` holds, as a kubelet does that lacks room.
  ///
  /// @param reason the kubelet's word for it, such as `OutOfpods`
  /// @param message more on it
  public void refuse(String reason, String message, Predicate<Pod> which) {
    refusals.put(new PodVerdict.Refused(reason, message), which);
  }

  /// Nothing goes wrong any more.
  public void clear() {
    refusals.clear();
  }

  /// Why `pod` is not taken on, if so.
  Optional<PodVerdict.Refused> refusal(Pod pod) {
    return refusals.entrySet().stream()
        .filter(refusal -> refusal.getValue().test(pod))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
