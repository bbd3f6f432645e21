package io.nodewright.simulation.invariant;

import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.simulation.server.Change;

/// LX2: a complete stage never turns erroring.
final class CompleteStays implements Invariant {

  @Override
  public String id() {
    return "LX2";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      if (entry.created()
          || entry.removed()
          || entry.before().getFirst().state() != StageState.COMPLETE) {
        continue;
      }
      findings.judged(id());
      if (entry.after().getFirst().stage() == entry.before().getFirst().stage()
          && entry.after().getFirst().state() == StageState.ERRORING) {
        findings.violated(id(), moment.at(), entry + ": it was complete");
      }
    }
  }
}
