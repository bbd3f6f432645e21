package io.nodewright.operator.observe;

import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.seen.Doubts;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.Optional;

/// How NodeWrights are seen.
final class NodeWrightKind implements ViewKind<NodeWright, NodeWrightView> {

  @Override
  public NodeWright empty() {
    return new NodeWright();
  }

  @Override
  public Optional<NodeWrightView> view(NodeWright object) {
    return Optional.of(NodeWrightViews.of(object));
  }

  @Override
  public Difference difference(NodeWrightView before, NodeWrightView now) {
    NodeWrightView sameVersion =
        new NodeWrightView(
            before.name(),
            before.uid(),
            now.resourceVersion(),
            before.generation(),
            before.created(),
            before.paused(),
            before.disabled(),
            before.deleting(),
            before.finalizer(),
            before.operatorVersion(),
            before.spec(),
            before.specProblems(),
            before.status());
    return Caches.ofVersioned(before, sameVersion, now);
  }

  @Override
  public boolean mayVanish(NodeWrightView view) {
    return Doubts.mayVanish(view);
  }
}
