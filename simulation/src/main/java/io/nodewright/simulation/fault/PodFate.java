package io.nodewright.simulation.fault;

import java.time.Duration;

/// What the kubelet does with a Pod that is new to it.
public sealed interface PodFate {

  /// The usual one.
  PodFate ACCEPTED = new Accepted(Duration.ofMillis(100));

  /// It takes the Pod on.
  ///
  /// @param after how long after the Pod was created
  record Accepted(Duration after) implements PodFate {}

  /// It never says anything of the Pod, as long as this kubelet lives.
  record NeverAcknowledged() implements PodFate {}

  /// It refuses the Pod: phase Failed, no container statuses.
  ///
  /// @param reason such as `OutOfcpu`, `OutOfmemory`, `OutOfpods`, `UnexpectedAdmissionError`
  record Refused(Duration after, String reason) implements PodFate {}
}
