package io.nodewright.simulation.operator;

import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.Refusal;

/// Events that the operator records: best effort, so that nobody ever waits for one.
final class Events {

  private final Requests requests;

  Events(Requests requests) {
    this.requests = requests;
  }

  void record(Action.Event event) {
    switch (event.regarding()) {
      case Action.Subject.OfNode(String name, String _) ->
          requests.event("Node", name, event.reason(), event.action());
      case Action.Subject.OfNodeWright(String name, String _) ->
          requests.event("NodeWright", name, event.reason(), event.action());
      case Action.Subject.Nobody _ -> {}
    }
  }

  /// A create was refused for the first time (03 §11.1).
  void refused(Refusal refusal) {
    String nodeWright = refusal.key().nodeWright();
    switch (refusal.kind()) {
      case NAME_TAKEN -> requests.event("NodeWright", nodeWright, "NameConflict", "NameConflict");
      case REJECTED ->
          requests.event(
              "NodeWright",
              nodeWright,
              "Apply",
              refusal.object().startsWith("ConfigMap") ? "ConfigMapRejected" : "JobRejected");
    }
  }
}
