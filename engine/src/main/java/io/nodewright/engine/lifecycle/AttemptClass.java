package io.nodewright.engine.lifecycle;

/// What a failed Pod of a Job means (03 §12.1). The first row that matches wins.
public enum AttemptClass {
  /// Lost to a disruption of the node or the Pod; does not count (JA1).
  DISRUPTION,
  /// Killed on request: pause, delete, sweep, a person (JA2).
  KILLED,
  /// Ran out of its time; counts (JA3).
  TIMEOUT,
  /// A container failed; counts (JA4).
  FAILURE,
  /// The kubelet refused it or lost sight of it; does not count as a failure (JA5).
  REFUSED,
  /// It did not fail.
  NOT_FAILED;

  /// The class of an attempt.
  public static AttemptClass of(Attempt attempt) {
    if (attempt.phase() != Attempt.Phase.FAILED) {
      return NOT_FAILED;
    }
    if (attempt.disrupted()) {
      return DISRUPTION; // 03-JA1
    }
    if (attempt.deleting()) {
      return KILLED; // 03-JA2
    }
    if (attempt.reason().equals("DeadlineExceeded")) {
      return TIMEOUT; // 03-JA3
    }
    for (Attempt.Container container : attempt.containers()) {
      if (failed(container)) {
        return FAILURE; // 03-JA4
      }
    }
    return REFUSED; // 03-JA5
  }

  /// Whether it is a failure of the package, which makes its stage `erroring` and counts as a
  /// restart.
  public boolean genuine() {
    return this == TIMEOUT || this == FAILURE;
  }

  private static boolean failed(Attempt.Container container) {
    return container.state() instanceof Attempt.ContainerState.Terminated terminated
        && terminated.exitCode() != 0
        && !terminated.reason().equals("ContainerStatusUnknown");
  }
}
