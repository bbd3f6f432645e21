package io.nodewright.operator.publish;

import io.nodewright.engine.action.Action.Event;
import io.nodewright.engine.action.Action.Subject;
import io.nodewright.engine.snapshot.Refusal;
import io.nodewright.operator.observe.Caches;
import java.util.function.Consumer;

/// Tells of creates that the API server refused, once each (03 §11.1, §18). A refusal is met by the
/// write alone, so it is told here and not by a decision.
public final class RefusalEvents implements Consumer<Refusal> {

  private final EventWriter events;
  private final Caches caches;

  /// @param events where they are written
  /// @param caches for the UIDs of those whom they are on
  public RefusalEvents(EventWriter events, Caches caches) {
    this.events = events;
    this.caches = caches;
  }

  @Override
  public void accept(Refusal refusal) {
    Subject nodeWright =
        caches
            .nodeWrights()
            .view(refusal.key().nodeWright())
            .map(view -> (Subject) new Subject.OfNodeWright(view.name(), view.uid()))
            .orElseGet(Subject.Nobody::new);
    Subject node =
        caches
            .nodes()
            .view(refusal.key().node())
            .map(view -> (Subject) new Subject.OfNode(view.name(), view.uid()))
            .orElseGet(Subject.Nobody::new);
    tell(refusal, nodeWright, node);
    if (refusal.kind() == Refusal.Kind.REJECTED && node instanceof Subject.OfNode) {
      tell(refusal, node, nodeWright);
    }
  }

  private void tell(Refusal refusal, Subject regarding, Subject related) {
    if (regarding instanceof Subject.Nobody) {
      return;
    }
    events.record(
        switch (refusal.kind()) {
          case NAME_TAKEN -> event(refusal, regarding, related, "NameConflict", "NameConflict");
          case REJECTED ->
              event(
                  refusal,
                  regarding,
                  related,
                  "Apply",
                  refusal.object().startsWith("ConfigMap") ? "ConfigMapRejected" : "JobRejected");
        });
  }

  private static Event event(
      Refusal refusal, Subject regarding, Subject related, String reason, String action) {
    return new Event(
        regarding,
        related,
        true,
        reason,
        action,
        refusal.object() + ": " + refusal.message(),
        refusal.since());
  }
}
