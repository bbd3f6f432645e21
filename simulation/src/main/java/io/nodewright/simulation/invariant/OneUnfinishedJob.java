package io.nodewright.simulation.invariant;

import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.server.Change;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// LX4 and the first half of V-once: at most one unfinished Job for a NodeWright, a package and a
/// node. What a process had sent when it stood still may land after the next leader began: no
/// precondition of a create can tell.
final class OneUnfinishedJob implements Invariant {

  private final Map<String, Created> creators = new HashMap<>();

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
    String process = Writer.process(change.who());
    moment.truth().jobs().stream()
        .filter(other -> other.unfinished() && same(other, job.get()))
        .filter(other -> !ofNextLeader(other, process, moment))
        .findFirst()
        .ifPresent(
            other ->
                findings.violated(
                    id(),
                    moment.at(),
                    "%s is created while %s is unfinished".formatted(change.name(), other.name())));
    creators.put(change.name(), new Created(process, moment.at()));
  }

  private boolean ofNextLeader(JobFacts other, String process, Moment moment) {
    Created created = creators.get(other.name());
    return created != null
        && !created.process.equals(process)
        && created.at.isAfter(moment.decidedAt());
  }

  private static boolean same(JobFacts one, JobFacts other) {
    return one.key().nodeWright().equals(other.key().nodeWright())
        && one.key().ref().name().equals(other.key().ref().name())
        && one.key().node().equals(other.key().node());
  }

  private record Created(String process, Instant at) {}
}
