package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.simulation.server.Change;
import java.util.Optional;

/// LW3: a stage is stored on the node, open, before its Job is created.
final class EntryBeforeJob implements Invariant {

  @Override
  public String id() {
    return "LW3";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    Optional<JobFacts> job = moment.createdJob(change);
    if (job.isEmpty() || !Moment.byOperator(change)) {
      return;
    }
    JobKey key = job.get().key();
    Node node = moment.truth().nodes().get(key.node());
    if (node == null || !moment.knewLatest("Node", key.node())) {
      return;
    }
    findings.judged(id());
    PackageRecord entry = moment.truth().entries(node, key.nodeWright()).get(key.ref());
    if (entry == null || entry.stage() != key.stage() || !entry.state().open()) {
      findings.violated(
          id(),
          moment.at(),
          "%s is created while %s records %s of %s"
              .formatted(
                  change.name(),
                  key.node(),
                  entry == null
                      ? "nothing"
                      : "(%s, %s)".formatted(entry.stage().word(), entry.state().word()),
                  key.ref()));
    }
  }
}
