package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.api.node.ConditionPatches;
import io.nodewright.api.node.JsonPatch;
import io.nodewright.api.node.NodePatches;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.node.TaintPatches;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.simulation.server.Kind;
import io.nodewright.simulation.server.Part;
import io.nodewright.simulation.server.PatchKind;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Writes on nodes. Each is conditional on the node's UID and on our own keys.
final class NodeWrites {

  private static final int UNPROCESSABLE = 422;

  private final Requests requests;
  private final Caches caches;
  private final Weakened weakened;
  private final NodeViews views = new NodeViews();

  NodeWrites(Requests requests, Caches caches, Weakened weakened) {
    this.requests = requests;
    this.caches = caches;
    this.weakened = weakened;
  }

  void patch(Action.PatchNode decided, ListMemory memory, Consumer<Outcome> then) {
    if (!NodePatches.restsOnAbsentKeys(decided)) {
      patchSeen(decided, memory, then);
      return;
    }
    NodeView seen = decided.seen();
    requests.<Optional<Node>>read(
        Kind.NODE,
        seen.name(),
        client -> client.get(Kind.NODE, seen.name()),
        reply -> {
          switch (reply) {
            case Reply.Answered<Optional<Node>>(Optional<Node> now) ->
                anew(decided, now, memory, then);
            case Reply.Failed<Optional<Node>>(Failure failure) ->
                then.accept(new Outcome.Failed(failure));
          }
        });
  }

  /// The same patch of the node as it is now, whose version it names: a heartbeat since the
  /// decision is no conflict, another holder of the cordon is.
  private void anew(
      Action.PatchNode decided, Optional<Node> now, ListMemory memory, Consumer<Outcome> then) {
    NodeView seen = decided.seen();
    if (now.isEmpty()) {
      caches.nodes().answeredGone(seen.name(), seen.uid());
      then.accept(new Outcome.Failed(Failure.of(404, "the node is gone")));
      return;
    }
    caches.nodes().answered(now.get());
    NodeView view = views.of(now.get());
    String nodeWright = decided.nodeWright();
    boolean same =
        view.uid().equals(seen.uid())
            && view.cordon(nodeWright).equals(seen.cordon(nodeWright))
            && view.record(nodeWright).equals(seen.record(nodeWright));
    if (same) {
      patchSeen(new Action.PatchNode(view, nodeWright, decided.edits()), memory, then);
    } else {
      then.accept(new Outcome.Failed(Failure.of(409, "the node has changed since")));
    }
  }

  private void patchSeen(Action.PatchNode action, ListMemory memory, Consumer<Outcome> then) {
    JsonPatch patch = NodePatches.of(action);
    if (patch.empty()) {
      then.accept(Outcome.UNCHANGED);
      return;
    }
    send(
        action.nodeWright(),
        action.seen(),
        patch,
        () -> NodePatches.ofUnannotated(action),
        memory,
        then);
  }

  void taint(Action.TaintNode action, ListMemory memory, Consumer<Outcome> then) {
    send(
        action.nodeWright().name(),
        action.seen(),
        TaintPatches.of(action),
        () -> TaintPatches.ofUnannotated(action),
        memory,
        then);
  }

  private void send(
      String nodeWright,
      NodeView seen,
      JsonPatch patch,
      Supplier<Optional<JsonPatch>> orUnannotated,
      ListMemory memory,
      Consumer<Outcome> then) {
    send(
        nodeWright,
        seen,
        weakened.ofNode(patch),
        reply -> {
          Optional<JsonPatch> unannotated = orUnannotated.get();
          if (unannotated.isPresent()
              && reply instanceof Reply.Failed<Node>(Failure failure)
              && failure.code() == UNPROCESSABLE) {
            // Either our keys changed, or the node has no annotation at all.
            send(
                nodeWright,
                seen,
                weakened.ofNode(unannotated.get()),
                again -> answered(again, memory, then));
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

  /// Looks for nodes that are not seen any more; those that are there are seen again.
  void confirmGone(Action.ConfirmGone confirm, Consumer<Outcome> then) {
    confirmGone(confirm.nodes().iterator(), Outcome.UNCHANGED, then);
  }

  private void confirmGone(Iterator<String> left, Outcome soFar, Consumer<Outcome> then) {
    if (!left.hasNext()) {
      then.accept(soFar);
      return;
    }
    String name = left.next();
    requests.read(
        Kind.NODE,
        name,
        client -> client.get(Kind.NODE, name),
        reply -> {
          switch (reply) {
            case Reply.Answered<Optional<Node>>(Optional<Node> now) -> {
              now.ifPresent(caches.nodes()::answered);
              Outcome outcome = now.isPresent() ? new Outcome.Ended(name + " is there") : soFar;
              confirmGone(left, outcome, then);
            }
            case Reply.Failed<Optional<Node>>(Failure failure) ->
                then.accept(new Outcome.Failed(failure));
          }
        });
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

  private void send(String nodeWright, NodeView seen, JsonPatch patch, Consumer<Reply<Node>> then) {
    String body = patch.json();
    String name = seen.name();
    requests.write(
        nodeWright,
        "patch",
        Kind.NODE,
        name,
        client -> client.patch(Kind.NODE, name, PatchKind.JSON, body, Part.OBJECT),
        then);
  }
}
