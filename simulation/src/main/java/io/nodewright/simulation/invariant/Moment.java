package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.server.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A moment of a run as judges see it.
///
/// @param at now
/// @param truth what is stored, without the change that is judged
/// @param decidedAt when the write that is judged was decided
/// @param lag how late watches of this run may be
record Moment(Instant at, Truth truth, Instant decidedAt, Duration lag) {

  /// Whether a fact had been true for so long that the decision should have known it.
  boolean known(Fact fact) {
    return truth.since(fact).filter(since -> !since.isAfter(decidedAt.minus(lag))).isPresent();
  }

  /// Whether the decision may have seen a fact as true.
  boolean possible(Fact fact) {
    return truth.since(fact).isPresent() || mayBeUnknown(truth.ceased(fact));
  }

  /// Whether what came about then may be unknown to the decision.
  boolean mayBeUnknown(Instant then) {
    return !then.isBefore(decidedAt.minus(lag));
  }

  /// Whether nobody but operators touched an object for so long that the decision should have known
  /// its present form.
  boolean knewLatest(String kind, String name) {
    return !mayBeUnknown(truth.lastTouched(kind, name));
  }

  static boolean byOperator(Change<?> change) {
    return Writer.isOperator(change.who());
  }

  /// The Job of ours that the change creates; empty for any other change.
  Optional<JobFacts> createdJob(Change<?> change) {
    return change.before() == null && change.after() instanceof Job created
        ? truth.views().job(created)
        : Optional.empty();
  }

  /// The Job that a change lets work: it is created, or not suspended any more.
  Optional<JobFacts> releasedJob(Change<?> change) {
    if (change.before() instanceof Job before && change.after() instanceof Job after) {
      boolean was = truth.views().job(before).filter(JobFacts::suspended).isPresent();
      return truth.views().job(after).filter(job -> was && job.atWork());
    }
    return createdJob(change);
  }
}
