package io.nodewright.simulation.invariant;

import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.simulation.server.Change;

/// LX5: an interrupt Job that is not over is the only Job of the product that may work on its node.
final class InterruptAlone implements Invariant {

  @Override
  public String id() {
    return "LX5";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    JobFacts job = moment.releasedJob(change).orElse(null);
    if (job == null || !Moment.byOperator(change)) {
      return;
    }
    for (JobFacts other : moment.truth().jobs()) {
      if (other.name().equals(job.name())) {
        continue;
      }
      boolean interrupts = job.key().stage().isInterrupt() || other.key().stage().isInterrupt();
      if (!interrupts || !other.key().node().equals(job.key().node())) {
        continue;
      }
      findings.judged(id());
      if (other.unfinished() && !other.suspended() && moment.knewLatest("Job", other.name())) {
        findings.violated(
            id(),
            moment.at(),
            "%s begins on %s beside %s".formatted(job.name(), job.key().node(), other.name()));
      }
    }
  }
}
