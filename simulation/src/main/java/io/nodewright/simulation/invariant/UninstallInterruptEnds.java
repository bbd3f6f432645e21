package io.nodewright.simulation.invariant;

import io.nodewright.engine.lifecycle.Interrupt;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.simulation.server.Change;

/// LX8: the operator leaves `uninstall-interrupt` when it is complete, or when the package does not
/// ask for an interrupt any more.
final class UninstallInterruptEnds implements Invariant {

  @Override
  public String id() {
    return "LX8";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      if (entry.created()
          || entry.before().getFirst().stage() != Stage.UNINSTALL_INTERRUPT
          || (!entry.removed() && entry.after().getFirst().stage() == Stage.UNINSTALL_INTERRUPT)) {
        continue;
      }
      NodeWrightView view = moment.truth().nodeWrights().get(entry.nodeWright());
      PackageSpec spec = view == null ? null : view.spec().packages().get(entry.ref().name());
      boolean asks =
          spec != null
              && spec.ref().equals(entry.ref())
              && spec.interrupt() instanceof Interrupt.Of
              && moment.knewLatest("NodeWright", entry.nodeWright());
      findings.judged(id());
      if (asks && entry.before().getFirst().state() != StageState.COMPLETE) {
        findings.violated(id(), moment.at(), entry.toString());
      }
    }
  }
}
