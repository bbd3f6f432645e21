package io.nodewright.simulation.invariant;

import io.nodewright.engine.Decision;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.simulation.scenario.Deed;
import io.nodewright.simulation.scenario.Disturbance;
import io.nodewright.simulation.scenario.Scenario;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// LW2, read your writes: no pass decides on a version of a node that is older than its process's
/// last write to it, answered or not. Judged where one process is all that there is.
final class ReadsItsWrites implements Invariant {

  private final boolean oneProcess;
  private final Map<String, Write> lastWrites = new HashMap<>();

  ReadsItsWrites(Scenario scenario) {
    this.oneProcess = scenario.disturbances().stream().noneMatch(ReadsItsWrites::changesProcess);
  }

  @Override
  public String id() {
    return "LW2";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (!oneProcess || change.kind() != Kind.NODE) {
      return;
    }
    if (change.after() == null) {
      lastWrites.remove(change.name());
    } else if (Moment.byOperator(change)
        && change.before() != null
        && !Objects.equals(
            change.before().getMetadata().getAnnotations(),
            change.after().getMetadata().getAnnotations())) {
      lastWrites.put(
          change.name(),
          new Write(change.after().getMetadata().getUid(), change.number(), change.who()));
    }
  }

  @Override
  public void decided(Instant at, Decision decision, Findings findings) {
    for (NodeActions list : decision.nodes()) {
      for (Action action : list.actions()) {
        if (action instanceof Action.PatchNode patch) {
          judge(at, patch.seen(), findings);
        }
      }
    }
  }

  private void judge(Instant at, NodeView seen, Findings findings) {
    Write last = lastWrites.get(seen.name());
    if (last == null || !last.uid.equals(seen.uid())) {
      return;
    }
    findings.judged(id());
    if (Long.parseLong(seen.resourceVersion()) < last.version) {
      findings.violated(
          id(),
          at,
          "decided on version %s of %s, though %s wrote version %d"
              .formatted(seen.resourceVersion(), seen.name(), last.who, last.version));
    }
  }

  private static boolean changesProcess(Disturbance disturbance) {
    return disturbance instanceof Disturbance.Act(int _, var _, Deed deed)
        && (deed instanceof Deed.KillOperator || deed instanceof Deed.TakeOver);
  }

  private record Write(String uid, long version, String who) {}
}
