package io.nodewright.simulation.controller;

import java.time.Duration;
import java.time.Instant;

/// The pause before the next Pod of a Job: none at first, then 10, 20, 40 … seconds, at most ten
/// minutes, counted from the last failure. Kept in the Job controller's memory alone.
///
/// @param failures Pods that failed, those that a policy has ignored too
/// @param last when the last of them ended
record FailureBackOff(int failures, Instant last) {

  static final FailureBackOff NONE = new FailureBackOff(0, Instant.EPOCH);

  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  FailureBackOff failed(Instant at) {
    return new FailureBackOff(failures + 1, at.isAfter(last) ? at : last);
  }

  /// How long is left; zero when a Pod may be created.
  Duration left(Instant now) {
    if (failures == 0) {
      return Duration.ZERO;
    }
    Duration left = Duration.between(now, last.plus(pause()));
    return left.isNegative() ? Duration.ZERO : left;
  }

  private Duration pause() {
    Duration pause = FIRST;
    for (int i = 1; i < failures; i++) {
      pause = pause.multipliedBy(2);
      if (pause.compareTo(LONGEST) >= 0) {
        return LONGEST;
      }
    }
    return pause;
  }
}
