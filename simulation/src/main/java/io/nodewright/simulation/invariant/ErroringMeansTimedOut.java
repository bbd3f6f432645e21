package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.StageState;
import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.Map;
import java.util.Optional;

/// LX12: a node's status turns `erroring` only when a stage has no retry left: its entry is
/// erroring, and no unfinished Job works on it, for one that only waits to be counted as failed
/// (LW5) does not. A drain that has begun may have timed out (04 §6).
final class ErroringMeansTimedOut implements Invariant {

  private static final String ERRORING = "erroring";

  @Override
  public String id() {
    return "LX12";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    Optional<String> nodeWright = Writer.nodeWright(change.who());
    if (change.kind() != Kind.NODE
        || nodeWright.isEmpty()
        || !(change.before() instanceof Node before)
        || !(change.after() instanceof Node after)) {
      return;
    }
    String key = Keys.status(nodeWright.get());
    Map<String, String> old = Absent.map(before.getMetadata().getAnnotations());
    Map<String, String> now = Absent.map(after.getMetadata().getAnnotations());
    if (!ERRORING.equals(now.get(key)) || ERRORING.equals(old.get(key))) {
      return;
    }
    findings.judged(id());
    boolean timedOut =
        now.containsKey(Keys.drainStart(nodeWright.get()))
            || moment.truth().entries(after, nodeWright.get()).values().stream()
                .filter(entry -> entry.state() == StageState.ERRORING)
                .anyMatch(
                    entry ->
                        moment.truth().jobs().stream()
                            .noneMatch(
                                job ->
                                    job.unfinished()
                                        && !(job.phase() instanceof JobPhase.Failing)
                                        && job.key().ref().equals(entry.ref())
                                        && job.key().nodeWright().equals(nodeWright.get())
                                        && job.key().node().equals(change.name())
                                        && job.created().isBefore(moment.decidedAt())));
    if (!timedOut && moment.knewLatest("Node", change.name())) {
      findings.violated(
          id(),
          moment.at(),
          "%s turns erroring for %s, but no stage is out of retries: %s"
              .formatted(
                  change.name(), nodeWright.get(), now.get(Keys.nodeState(nodeWright.get()))));
    }
  }
}
