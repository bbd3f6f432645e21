package io.nodewright.simulation.invariant;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.simulation.server.Change;
import io.nodewright.simulation.server.Kind;
import java.util.Map;

/// I62: an interrupt Job is ended for its restarts when they have reached its allowance, not
/// before.
final class AllowanceSpent implements Invariant {

  @Override
  public String id() {
    return "I62";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (change.kind() != Kind.JOB
        || !Moment.byOperator(change)
        || !(change.before() instanceof Job before)
        || !(change.after() instanceof Job after)) {
      return;
    }
    Map<String, String> now = Absent.map(after.getMetadata().getAnnotations());
    String count = now.get(Keys.RESTART_LIMIT_EXCEEDED);
    if (count == null
        || Absent.map(before.getMetadata().getAnnotations())
            .containsKey(Keys.RESTART_LIMIT_EXCEEDED)) {
      return;
    }
    findings.judged(id());
    String allowance = Absent.text(now.get(Keys.RESTART_ALLOWANCE));
    if (allowance.isEmpty() || Integer.parseInt(count) < Integer.parseInt(allowance)) {
      findings.violated(
          id(),
          moment.at(),
          "%s is ended after %s restarts of %s".formatted(change.name(), count, allowance));
    }
  }
}
