package io.nodewright.operator.act;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.node.ConditionPatches;
import io.nodewright.api.node.JsonPatch;
import io.nodewright.api.node.NodePatches;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.node.TaintPatches;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.status.Texts;
import io.nodewright.operator.answer.Failure;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.publish.EventWriter;
import java.time.Clock;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Writes on nodes. Each is conditional on the node's UID and on our own keys, never on the whole
/// object: a heartbeat is no conflict.
final class NodeWrites {

  /// A JSON Patch that does not apply, among others.
  private static final int UNPROCESSABLE = 422;

  private final FencedClient client;
  private final Caches caches;
  private final EventWriter events;
  private final Clock clock;
  private final NodeViews views = new NodeViews();

  NodeWrites(FencedClient client, Caches caches, EventWriter events, Clock clock) {
    this.client = client;
    this.caches = caches;
    this.events = events;
    this.clock = clock;
  }

  Outcome patch(Action.PatchNode decided, ListMemory memory) {
    Action.PatchNode action = NodePatches.restsOnAbsentKeys(decided) ? anew(decided) : decided;
    JsonPatch patch = NodePatches.of(action);
    if (patch.empty()) {
      return Outcome.UNCHANGED;
    }
    send(action.seen(), patch, () -> NodePatches.ofUnannotated(action), memory);
    return Outcome.DONE;
  }

  /// A refusal is told on the node, which stays out of use for us (RE4); a test that failed is
  /// none.
  Outcome taint(Action.TaintNode action, ListMemory memory) {
    try {
      send(
          action.seen(), TaintPatches.of(action), () -> TaintPatches.ofUnannotated(action), memory);
      return Outcome.DONE;
    } catch (KubernetesClientException e) {
      Failure failure = Failure.of(e);
      if (failure.kind() == Failure.Kind.REFUSED) {
        events.record(
            new Action.Event(
                new Action.Subject.OfNode(action.seen().name(), action.seen().uid()),
                new Action.Subject.OfNodeWright(
                    action.nodeWright().name(), action.nodeWright().uid()),
                true,
                "AutoTaint",
                "Taint",
                "[%s] cannot apply taint %s: %s"
                    .formatted(
                        action.nodeWright().name(), action.taint().shown(), failure.message()),
                clock.instant()));
      }
      throw e;
    }
  }

  private void send(
      NodeView seen,
      JsonPatch patch,
      Supplier<Optional<JsonPatch>> unannotated,
      ListMemory memory) {
    Node answered;
    try {
      answered = send(seen, patch);
    } catch (KubernetesClientException e) {
      if (e.getCode() != UNPROCESSABLE || Failure.of(e).kind() != Failure.Kind.PRECONDITION) {
        throw e;
      }
      // Either our keys changed, or the node has no annotation at all, where no test below that map
      // can hold.
      answered = send(seen, unannotated.get().orElseThrow(() -> e));
    }
    caches.nodes().answered(answered);
    memory.node(answered);
  }

  /// The same patch of the node as it is now, whose version it names: a heartbeat since the
  /// decision is no conflict, another holder of the cordon is.
  private Action.PatchNode anew(Action.PatchNode decided) {
    String nodeWright = decided.nodeWright();
    NodeView seen = decided.seen();
    Node now = client.forRead().nodes().withName(seen.name()).get();
    if (now == null) {
      caches.nodes().answeredGone(seen.name(), seen.uid());
      throw new KubernetesClientException("the node is gone", 404, null);
    }
    caches.nodes().answered(now);
    NodeView view = views.of(now);
    if (!view.uid().equals(seen.uid())
        || !view.cordon(nodeWright).equals(seen.cordon(nodeWright))
        || !view.record(nodeWright).equals(seen.record(nodeWright))) {
      throw new KubernetesClientException("the node has changed since", 409, null);
    }
    return new Action.PatchNode(view, nodeWright, decided.edits());
  }

  Outcome setConditions(Action.SetNodeConditions action) {
    caches
        .nodes()
        .answered(
            client.patch(
                path(action.seen()) + "/status",
                PatchType.STRATEGIC_MERGE,
                ConditionPatches.of(action),
                Node.class));
    return Outcome.DONE;
  }

  /// Looks for nodes that are not seen any more; those that are there are seen again.
  Outcome confirmGone(Action.ConfirmGone confirm) {
    SortedSet<String> there = new TreeSet<>();
    for (String name : confirm.nodes()) {
      Node now = client.forRead().nodes().withName(name).get();
      if (now != null) {
        caches.nodes().answered(now);
        there.add(name);
      }
    }
    return there.isEmpty()
        ? Outcome.UNCHANGED
        : new Outcome.Ended("nodes were not seen, and are there: " + Texts.some(there));
  }

  void reread(NodeView seen) {
    Node now = client.forRead().nodes().withName(seen.name()).get();
    caches.nodes().reread(seen.name(), seen.uid(), now);
  }

  private Node send(NodeView seen, JsonPatch patch) {
    return client.patch(path(seen), PatchType.JSON, patch.json(), Node.class);
  }

  private static String path(NodeView node) {
    return "/api/v1/nodes/" + node.name();
  }
}
