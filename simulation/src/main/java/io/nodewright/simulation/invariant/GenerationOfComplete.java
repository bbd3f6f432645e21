package io.nodewright.simulation.invariant;

import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.v1alpha1.NodeWrightStatus;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.Objects;

/// LX16: `observedGeneration` moves only while the status is `complete`, and never past the
/// generation.
final class GenerationOfComplete implements Invariant {

  @Override
  public String id() {
    return "LX16";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.NODEWRIGHT
        || !Moment.byOperator(change)
        || !(change.before() instanceof NodeWright before)
        || !(change.after() instanceof NodeWright after)
        || after.getStatus() == null) {
      return;
    }
    NodeWrightStatus status = after.getStatus();
    Long old = before.getStatus() == null ? null : before.getStatus().observedGeneration();
    if (Objects.equals(old, status.observedGeneration()) || status.observedGeneration() == null) {
      return;
    }
    findings.judged(id());
    boolean right =
        "complete".equals(status.status())
            && status.observedGeneration() <= after.getMetadata().getGeneration();
    if (!right) {
      findings.violated(
          id(),
          moment.at(),
          "%s: observedGeneration %d at status %s and generation %d"
              .formatted(
                  change.name(),
                  status.observedGeneration(),
                  status.status(),
                  after.getMetadata().getGeneration()));
    }
  }
}
