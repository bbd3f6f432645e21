package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// LX3: when an interrupt Job is created, or goes on after a pause, its node is cordoned, and no
/// Pod is left there that has to go or is protected, terminating ones included. A Pod that came
/// later than watches could show is forgiven.
final class QuietBeforeInterrupt implements Invariant {

  private final Map<String, Instant> there = new HashMap<>();

  @Override
  public String id() {
    return "LX3";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() == Kind.POD && change.before() == null) {
      there.put(change.object().getMetadata().getUid(), change.at());
    }
    JobFacts job = moment.releasedJob(change).orElse(null);
    if (job == null || !Moment.byOperator(change) || !job.key().stage().isInterrupt()) {
      return;
    }
    String name = job.key().node();
    Node node = moment.truth().nodes().get(name);
    NodeWrightView nodeWright = moment.truth().nodeWrights().get(job.key().nodeWright());
    if (node == null
        || nodeWright == null
        || !moment.knewLatest("Node", name)
        || !moment.knewLatest("NodeWright", nodeWright.name())) {
      return;
    }
    findings.judged(id());
    if (!UncordonAlone.cordoned(node)) {
      findings.violated(
          id(), moment.at(), "%s begins on %s without a cordon".formatted(job.name(), name));
    }
    Instant seen = moment.decidedAt().minus(moment.lag());
    for (Pod pod : moment.truth().server().list(Kind.POD)) {
      boolean shown = there.getOrDefault(pod.getMetadata().getUid(), Instant.MAX).isBefore(seen);
      if (name.equals(pod.getSpec().getNodeName())
          && shown
          && WorkloadPods.holds(pod, nodeWright)) {
        findings.violated(
            id(),
            moment.at(),
            "%s begins on %s, where %s still is"
                .formatted(job.name(), name, pod.getMetadata().getName()));
      }
    }
  }
}
