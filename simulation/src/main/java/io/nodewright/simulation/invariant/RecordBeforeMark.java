package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.Optional;

/// LW4: what a Job came to is stored on the node before the Job is marked as recorded. A stage that
/// is still open there when its complete Job gets the mark would never end.
final class RecordBeforeMark implements Invariant {

  @Override
  public String id() {
    return "LW4";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.JOB
        || !Moment.byOperator(change)
        || !(change.before() instanceof Job before)
        || !(change.after() instanceof Job after)
        || marked(before)
        || !marked(after)) {
      return;
    }
    Optional<JobFacts> job =
        moment
            .truth()
            .views()
            .job(after)
            .filter(facts -> facts.phase() instanceof JobPhase.Complete);
    if (job.isEmpty()) {
      return;
    }
    JobKey key = job.get().key();
    Node node = moment.truth().nodes().get(key.node());
    if (node == null || !moment.knewLatest("Node", key.node())) {
      return;
    }
    findings.judged(id());
    PackageRecord entry = moment.truth().entries(node, key.nodeWright()).get(key.ref());
    if (entry != null && entry.stage() == key.stage() && entry.state().open()) {
      findings.violated(
          id(),
          moment.at(),
          "%s is marked while %s of %s is still open on %s"
              .formatted(change.name(), key.stage().word(), key.ref(), key.node()));
    }
  }

  private static boolean marked(HasMetadata job) {
    return Absent.map(job.getMetadata().getAnnotations()).containsKey(Keys.STATE_RECORDED);
  }
}
