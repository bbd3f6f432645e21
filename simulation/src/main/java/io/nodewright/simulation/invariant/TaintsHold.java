package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Toleration;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.List;

/// R9: no stage begins on a node with a taint that the NodeWright does not tolerate (05 §3.3).
final class TaintsHold implements Invariant {

  @Override
  public String id() {
    return "R9";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      boolean sentBack =
          !entry.created()
              && !entry.removed()
              && !entry.after().getFirst().stage().after(entry.before().getFirst().stage());
      if (!entry.starts()
          || sentBack
          || moment.truth().since(Fact.tainted(entry.nodeName())).isEmpty()) {
        continue;
      }
      findings.judged(id());
      if (moment.known(Fact.tainted(entry.nodeName()))
          && moment.knewLatest("NodeWright", entry.nodeWright())
          && !tolerates(moment, entry.nodeWright())) {
        findings.violated(id(), moment.at(), entry + " begins, though the node is tainted");
      }
    }
  }

  /// Scenarios have one taint that a person puts on, and one toleration of it.
  private static boolean tolerates(Moment moment, String nodeWright) {
    List<Toleration> all =
        moment
            .truth()
            .server()
            .get(Kind.NODEWRIGHT, nodeWright)
            .map(NodeWright::getSpec)
            .map(spec -> Absent.list(spec.additionalTolerations()))
            .orElse(List.of());
    return !all.isEmpty();
  }
}
