package io.nodewright.engine;

import io.nodewright.engine.status.Condition;
import io.nodewright.engine.status.PublishedStatus;
import java.util.List;
import java.util.Optional;

/// What differs between the stored status and the one to store.
///
/// @param before stored
/// @param after to be stored
record StatusChange(PublishedStatus before, PublishedStatus after) {

  /// Whether anything differs.
  boolean any() {
    return !after.equals(before);
  }

  /// Whether something waits for the write: memory that decisions need, or what people are alarmed
  /// by. Copies of node records and counts may follow later.
  boolean urgent() {
    return !before.present()
        || before.status() != after.status()
        || before.observedGeneration() != after.observedGeneration()
        || !before.nodePriority().equals(after.nodePriority())
        || before.nodeOrderOffset() != after.nodeOrderOffset()
        || !before.nodeOrder().equals(after.nodeOrder())
        || !before.nodeBootIds().equals(after.nodeBootIds())
        || !before.configUpdates().equals(after.configUpdates())
        || !before.packageList().equals(after.packageList())
        || !batches(before).equals(batches(after))
        || !claims(before).equals(claims(after));
  }

  /// The note of the transition event; empty when the status word stays, or was never stored
  /// before.
  Optional<String> transitionNote() {
    return before.present() && before.status() != after.status()
        ? Optional.of(
            "NodeWright transitioned [%s] -> [%s]"
                .formatted(before.status().word(), after.status().word()))
        : Optional.empty();
  }

  /// Conditions that begin to say that pods hold drains, or say so for another reason (IE2, IE10).
  List<Condition> drainNews() {
    return after.conditions().stream()
        .filter(
            condition ->
                condition.type().equals("DrainBlocked")
                    || condition.reason().equals(ConditionsOfSubject.PROTECTED_PODS))
        .filter(condition -> !claims(before).contains(claim(condition)))
        .toList();
  }

  private static List<Object> batches(PublishedStatus status) {
    return status.compartments().entrySet().stream()
        .map(entry -> (Object) List.of(entry.getKey(), entry.getValue().batch()))
        .toList();
  }

  private static List<Object> claims(PublishedStatus status) {
    return status.conditions().stream()
        .filter(condition -> !condition.type().equals("Transition"))
        .map(StatusChange::claim)
        .toList();
  }

  private static Object claim(Condition condition) {
    return List.of(
        condition.type(), condition.deprecatedTwin(), condition.holds(), condition.reason());
  }
}
