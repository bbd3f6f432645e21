package io.nodewright.simulation.invariant;

import io.nodewright.simulation.server.Change;
import java.util.List;

/// LX9: no stage begins while paused, disabled, ignored, or with the record unreadable. What sends
/// an entry back (a config change, a cancel) is no beginning, and neither is what a complete
/// uninstall is recorded as where an interrupt follows (02 §4.8, row 6): that begins with its Job.
final class StartsHeld implements Invariant {

  @Override
  public String id() {
    return "LX9";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    for (EntryChange entry : EntryChange.of(moment.truth(), change)) {
      if (!entry.starts() || entry.sentBack()) {
        continue;
      }
      findings.judged(id());
      for (Fact fact :
          List.of(
              Fact.paused(entry.nodeWright()),
              Fact.disabled(entry.nodeWright()),
              Fact.ignored(entry.nodeName()),
              Fact.unreadable(entry.nodeWright(), entry.nodeName()))) {
        if (moment.known(fact)) {
          findings.violated(id(), moment.at(), entry + " begins, though " + fact);
        }
      }
    }
  }
}
