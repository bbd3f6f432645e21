package io.nodewright.sandbox.hollow;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;

/// What a pretended run of a container comes to.
///
/// @param takes how long it seems to run
/// @param exitCode how it seems to end
public record HollowStep(Duration takes, int exitCode) {
  /// Decides on each pretended run.
  @FunctionalInterface
  public interface Rule {
    /// What the run of `container` of `pod` comes to.
    ///
    /// @param attempt how often this container of this pod ran before
    HollowStep of(Pod pod, Container container, int attempt);
  }

  /// Every container succeeds; a pod's init containers take `each`, its containers nothing.
  public static Rule succeedAfter(Duration each) {
    return (pod, container, _) ->
        new HollowStep(pod.getSpec().getContainers().contains(container) ? Duration.ZERO : each, 0);
  }
}
