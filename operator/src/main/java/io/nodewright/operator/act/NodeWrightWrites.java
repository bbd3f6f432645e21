package io.nodewright.operator.act;

import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.nodewright.api.Keys;
import io.nodewright.api.resource.NodeWrightPatches;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.operator.leadership.FencedClient;
import io.nodewright.operator.observe.Caches;
import java.util.List;

/// Writes on the metadata of NodeWrights: merge patches of finalizers and of our annotations, which
/// leave the spec as its author wrote it (01 §0).
final class NodeWrightWrites {

  private final FencedClient client;
  private final Caches caches;

  NodeWrightWrites(FencedClient client, Caches caches) {
    this.client = client;
    this.caches = caches;
  }

  Outcome addFinalizer(NodeWrightView seen) {
    return NodeWrightPatches.addFinalizer(seen, storedFinalizers(seen))
        .map(body -> patch(seen, body))
        .orElse(Outcome.UNCHANGED);
  }

  Outcome removeFinalizer(NodeWrightView seen) {
    return NodeWrightPatches.removeFinalizer(seen, storedFinalizers(seen))
        .map(body -> patch(seen, body))
        .orElse(Outcome.UNCHANGED);
  }

  Outcome stampVersion(Action.StampVersion action) {
    return patch(action.seen(), NodeWrightPatches.stampVersion(action));
  }

  void reread(NodeWrightView seen) {
    NodeWright now = client.forRead().resources(NodeWright.class).withName(seen.name()).get();
    caches.nodeWrights().reread(seen.name(), seen.uid(), now);
  }

  /// Others' finalizers are in the same list. They are read here, and the patch names the version
  /// that was decided on: a change in between is a conflict.
  private List<String> storedFinalizers(NodeWrightView seen) {
    NodeWright now = client.forRead().resources(NodeWright.class).withName(seen.name()).get();
    return now == null ? List.of() : Absent.list(now.getMetadata().getFinalizers());
  }

  private Outcome patch(NodeWrightView seen, String body) {
    NodeWright answered =
        client.patch(
            "/apis/%s/nodewrights/%s".formatted(Keys.GROUP_VERSION, seen.name()),
            PatchType.JSON_MERGE,
            body,
            NodeWright.class);
    boolean lastFinalizer =
        answered.getMetadata().getDeletionTimestamp() != null
            && Absent.list(answered.getMetadata().getFinalizers()).isEmpty();
    if (lastFinalizer) {
      caches.nodeWrights().answeredGone(seen.name(), seen.uid());
    } else {
      caches.nodeWrights().answered(answered);
    }
    return Outcome.DONE;
  }
}
