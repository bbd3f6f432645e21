package io.nodewright.simulation.invariant;

import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.simulation.server.Change;

/// LX1: no entry is created from the evidence of a Job or Pod. An entry that was absent appears
/// only as a beginning: `apply` or `upgrade`, in progress, without restarts.
final class EntriesBegin implements Invariant {

  @Override
  public String id() {
    return "LX1";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      if (!entry.created()) {
        continue;
      }
      findings.judged(id());
      PackageRecord after = entry.after().getFirst();
      boolean begins =
          (after.stage() == Stage.APPLY || after.stage() == Stage.UPGRADE)
              && after.state() == StageState.IN_PROGRESS
              && after.restarts() == 0;
      if (!begins) {
        findings.violated(id(), moment.at(), entry + ": that is no beginning");
      }
    }
  }
}
