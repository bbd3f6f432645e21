package io.nodewright.operator.act;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.node.ConditionPatches;
import io.nodewright.api.node.JsonPatch;
import io.nodewright.api.node.NodePatches;
import io.nodewright.api.node.NodeViews;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.observe.Caches;

/// Writes on nodes. Each is conditional on the node's UID and on our own keys, never on the whole
/// object: a heartbeat is no conflict.
final class NodeWrites {

  /// A JSON Patch whose test fails.
  private static final int UNPROCESSABLE = 422;

  private final FencedClient client;
  private final Caches caches;
  private final NodeViews views = new NodeViews();

  NodeWrites(FencedClient client, Caches caches) {
    this.client = client;
    this.caches = caches;
  }

  Outcome patch(Action.PatchNode decided, ListMemory memory) {
    Action.PatchNode action = NodePatches.restsOnAbsentKeys(decided) ? anew(decided) : decided;
    JsonPatch patch = NodePatches.of(action);
    if (patch.empty()) {
      return Outcome.UNCHANGED;
    }
    Node answered;
    try {
      answered = send(action.seen(), patch);
    } catch (KubernetesClientException e) {
      if (e.getCode() != UNPROCESSABLE) {
        throw e;
      }
      // Either our keys changed, or the node has no annotation at all, where no test below that map
      // can hold.
      answered = send(action.seen(), NodePatches.ofUnannotated(action).orElseThrow(() -> e));
    }
    caches.nodes().answered(answered);
    memory.node(answered);
    return Outcome.DONE;
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

  void reread(NodeView seen) {
    Node now = client.forRead().nodes().withName(seen.name()).get();
    if (now == null) {
      caches.nodes().answeredGone(seen.name(), seen.uid());
    } else {
      caches.nodes().answered(now);
    }
  }

  private Node send(NodeView seen, JsonPatch patch) {
    return client.patch(path(seen), PatchType.JSON, patch.json(), Node.class);
  }

  private static String path(NodeView node) {
    return "/api/v1/nodes/" + node.name();
  }
}
