package io.nodewright.simulation.invariant;

import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;

/// V-budget, the second half: a package begins only on a node whose membership is stored, for what
/// is not stored is not counted by the process that leads next (05 §8.3).
final class MembersWork implements Invariant {

  @Override
  public String id() {
    return "V-budget";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      NodeWrightView nodeWright = moment.truth().nodeWrights().get(entry.nodeWright());
      if (!entry.created()
          || nodeWright == null
          || !moment.knewLatest("NodeWright", entry.nodeWright())
          || !moment.knewLatest("Node", entry.nodeName())) {
        continue;
      }
      findings.judged(id());
      if (!nodeWright.status().nodePriority().containsKey(entry.nodeName())) {
        findings.violated(
            id(), moment.at(), entry + " begins, though the node is no stored member");
      }
    }
  }
}
