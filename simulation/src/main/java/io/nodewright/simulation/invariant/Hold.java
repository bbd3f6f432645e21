package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.List;
import java.util.Optional;

/// V-hold: no Job is created on an ignored node, nor for a paused or disabled NodeWright; none is
/// resumed while its NodeWright is paused.
final class Hold implements Invariant {

  @Override
  public String id() {
    return "V-hold";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.JOB
        || !Moment.byOperator(change)
        || !(change.after() instanceof Job after)) {
      return;
    }
    Optional<JobFacts> job = moment.truth().views().job(after);
    boolean created = change.before() == null;
    boolean resumed =
        change.before() instanceof Job before
            && Boolean.TRUE.equals(before.getSpec().getSuspend())
            && !Boolean.TRUE.equals(after.getSpec().getSuspend());
    if (job.isEmpty() || (!created && !resumed)) {
      return;
    }
    findings.judged(id());
    String nodeWright = job.get().key().nodeWright();
    String node = job.get().key().node();
    List<Fact> holds =
        created
            ? List.of(Fact.paused(nodeWright), Fact.disabled(nodeWright), Fact.ignored(node))
            : List.of(Fact.paused(nodeWright));
    for (Fact fact : holds) {
      if (moment.known(fact)) {
        findings.violated(
            id(),
            moment.at(),
            "%s is %s, though %s".formatted(change.name(), created ? "created" : "resumed", fact));
      }
    }
  }
}
