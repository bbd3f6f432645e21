package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.node.ConditionPatches;
import io.nodewright.api.node.JsonPatch;
import io.nodewright.api.node.NodePatches;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes on nodes. Each is conditional on the node's UID and on our own keys.
final class NodeWrites {

  private static final int UNPROCESSABLE = 422;

  private final Requests requests;
  private final Caches caches;
  private final Weakened weakened;

  NodeWrites(Requests requests, Caches caches, Weakened weakened) {
    this.requests = requests;
    this.caches = caches;
    this.weakened = weakened;
  }

  void patch(Action.PatchNode action, ListMemory memory, Consumer<Outcome> then) {
    JsonPatch patch = NodePatches.of(action);
    if (patch.empty()) {
      then.accept(Outcome.UNCHANGED);
      return;
    }
    send(
        action,
        weakened.ofNode(patch),
        reply -> {
          Optional<JsonPatch> unannotated = NodePatches.ofUnannotated(action);
          if (unannotated.isPresent()
              && reply instanceof Reply.Failed<Node>(Failure failure)
              && failure.code() == UNPROCESSABLE) {
            // Either our keys changed, or the node has no annotation at all.
            send(
                action, weakened.ofNode(unannotated.get()), again -> answered(again, memory, then));
          } else {
            answered(reply, memory, then);
          }
        });
  }

  void setConditions(Action.SetNodeConditions action, Consumer<Outcome> then) {
    String body = ConditionPatches.of(action);
    String name = action.seen().name();
    requests.<Node>write(
        action.nodeWright(),
        "patch",
        Kind.NODE,
        name,
        client -> client.patch(Kind.NODE, name, PatchKind.STRATEGIC, body, Part.STATUS),
        Replies.takenIn(caches.nodes()::answered, then));
  }

  void reread(NodeView seen, Consumer<Reply<Void>> then) {
    requests.read(
        Kind.NODE,
        seen.name(),
        client -> client.get(Kind.NODE, seen.name()),
        Replies.reread(caches.nodes(), seen.name(), seen.uid(), then));
  }

  private void answered(Reply<Node> reply, ListMemory memory, Consumer<Outcome> then) {
    Replies.<Node>takenIn(
            node -> {
              caches.nodes().answered(node);
              memory.node(node);
            },
            then)
        .accept(reply);
  }

  private void send(Action.PatchNode action, JsonPatch patch, Consumer<Reply<Node>> then) {
    String body = patch.json();
    String name = action.seen().name();
    requests.write(
        action.nodeWright(),
        "patch",
        Kind.NODE,
        name,
        client -> client.patch(Kind.NODE, name, PatchKind.JSON, body, Part.OBJECT),
        then);
  }
}
