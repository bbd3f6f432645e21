package io.nodewright.simulation.invariant;

import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.simulation.server.Change;
import java.util.Optional;

/// LX4 and the first half of V-once: at most one unfinished Job for a NodeWright, a package and a
/// node.
final class OneUnfinishedJob implements Invariant {

  @Override
  public String id() {
    return "LX4";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    Optional<JobFacts> job = moment.createdJob(change);
    if (job.isEmpty()) {
      return;
    }
    findings.judged(id());
    moment.truth().jobs().stream()
        .filter(other -> other.unfinished() && same(other, job.get()))
        .findFirst()
        .ifPresent(
            other ->
                findings.violated(
                    id(),
                    moment.at(),
                    "%s is created while %s is unfinished".formatted(change.name(), other.name())));
  }

  private static boolean same(JobFacts one, JobFacts other) {
    return one.key().nodeWright().equals(other.key().nodeWright())
        && one.key().ref().name().equals(other.key().ref().name())
        && one.key().node().equals(other.key().node());
  }
}
