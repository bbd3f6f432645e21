package io.nodewright.simulation.invariant;

import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.simulation.server.Change;

/// LX7: `uninstall` is never entered from a stage in progress.
final class UninstallFromSettled implements Invariant {

  @Override
  public String id() {
    return "LX7";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      if (entry.created()
          || entry.removed()
          || entry.after().getFirst().stage() != Stage.UNINSTALL
          || entry.before().getFirst().stage() == Stage.UNINSTALL) {
        continue;
      }
      findings.judged(id());
      if (entry.before().getFirst().state() == StageState.IN_PROGRESS) {
        findings.violated(id(), moment.at(), entry + ": its stage was in progress");
      }
    }
  }
}
