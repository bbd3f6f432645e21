package io.nodewright.engine.interrupt;

import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobPhase;

/// Whether an interrupt Job has spent its restarts (03 §13, 04 §12.2).
public sealed interface RestartVerdict {

  /// It goes on.
  record GoesOn() implements RestartVerdict {}

  /// It is ended for its restarts.
  ///
  /// @param restarts the count at the verdict
  record Spent(int restarts) implements RestartVerdict {}

  /// The verdict on an unfinished Job. The count is the kubelet's, so restarts that were no
  /// failures spend it too (JI4); a container that runs is never ended, whatever its count (JI3).
  static RestartVerdict of(JobFacts job) {
    boolean bounded = job.restartAllowance() >= 0; // 03-JI1, JI2: as fixed at creation
    boolean open =
        job.phase() instanceof JobPhase.Unfinished
            && !job.deleting()
            && !job.restartLimitExceeded(); // 03-JI8: once per Job
    if (!bounded || !open) {
      return new GoesOn();
    }
    InterruptEvidence evidence = InterruptEvidence.of(job);
    return evidence.failing() && evidence.restarts() >= job.restartAllowance()
        ? new Spent(evidence.restarts())
        : new GoesOn();
  }
}
