package io.nodewright.api.resource;

import io.nodewright.api.Keys;
import io.nodewright.api.value.Absent;
import io.nodewright.api.value.Times;
import io.nodewright.engine.status.Condition;
import java.time.Instant;

/// Conditions of a NodeWright (01 §4.3). A deprecated twin carries the group's prefix; `Transition`
/// exists only as one.
final class Conditions {

  private Conditions() {}

  static Condition read(io.fabric8.kubernetes.api.model.Condition stored) {
    String type = Absent.text(stored.getType());
    boolean prefixed = type.startsWith(Keys.PREFIX);
    String bare = prefixed ? type.substring(Keys.PREFIX.length()) : type;
    return new Condition(
        bare,
        prefixed,
        "True".equals(stored.getStatus()),
        Absent.text(stored.getReason()),
        Absent.text(stored.getMessage()),
        stored.getObservedGeneration() == null ? 0 : stored.getObservedGeneration(),
        Times.parse(stored.getLastTransitionTime()).orElse(Instant.EPOCH));
  }

  static io.fabric8.kubernetes.api.model.Condition write(Condition condition) {
    io.fabric8.kubernetes.api.model.Condition stored =
        new io.fabric8.kubernetes.api.model.Condition();
    stored.setType(condition.deprecatedTwin() ? Keys.PREFIX + condition.type() : condition.type());
    stored.setStatus(condition.holds() ? "True" : "False");
    stored.setReason(condition.reason());
    stored.setMessage(condition.message());
    stored.setObservedGeneration(condition.observedGeneration());
    stored.setLastTransitionTime(Times.text(condition.since()));
    return stored;
  }
}
