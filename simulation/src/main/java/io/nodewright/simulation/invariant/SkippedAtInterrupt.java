package io.nodewright.simulation.invariant;

import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.simulation.server.Change;

/// LX6: `skipped` is written at the stage `interrupt` alone.
final class SkippedAtInterrupt implements Invariant {

  @Override
  public String id() {
    return "LX6";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      if (entry.removed() || entry.after().getFirst().state() != StageState.SKIPPED) {
        continue;
      }
      findings.judged(id());
      if (entry.after().getFirst().stage() != Stage.INTERRUPT) {
        findings.violated(id(), moment.at(), entry.toString());
      }
    }
  }
}
