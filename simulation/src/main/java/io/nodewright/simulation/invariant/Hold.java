package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.List;
import java.util.Optional;

/// V-hold: no Job is created on an ignored node, nor for a paused or disabled NodeWright; none is
/// resumed while its NodeWright is paused, and no Pod is made to leave its node.
final class Hold implements Invariant {

  @Override
  public String id() {
    return "V-hold";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() == Kind.POD) {
      pod(moment, change, findings);
    }
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

  /// Nobody is asked to leave a node (04 §16).
  private void pod(Moment moment, Change<?> change, Findings findings) {
    Optional<String> nodeWright = Writer.nodeWright(change.who());
    if (nodeWright.isEmpty()
        || !(change.before() instanceof Pod before)
        || !WorkloadPods.isOne(before)
        || before.getMetadata().getDeletionTimestamp() != null) {
      return;
    }
    findings.judged(id());
    for (Fact fact :
        List.of(
            Fact.paused(nodeWright.get()),
            Fact.disabled(nodeWright.get()),
            Fact.ignored(before.getSpec().getNodeName()))) {
      if (moment.known(fact)) {
        findings.violated(
            id(), moment.at(), "%s is made to go, though %s".formatted(change.name(), fact));
      }
    }
  }
}
