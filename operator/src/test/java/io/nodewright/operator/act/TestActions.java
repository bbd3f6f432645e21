package io.nodewright.operator.act;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.nodewright.api.node.NodeViews;
import io.nodewright.api.resource.NodeWrightViews;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.engine.Decision;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.action.NodeActions;
import io.nodewright.engine.snapshot.NodeView;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import java.time.Instant;
import java.util.List;

/// Actions and decisions for the tests of this package; what they are on does not matter there.
final class TestActions {

  private TestActions() {}

  static Action anAction(String name) {
    return new Action.PruneAttempt(name, "uid-of-" + name);
  }

  static NodeView aNode(String name) {
    return new NodeViews()
        .of(
            new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid("uid-of-" + name)
                .withResourceVersion("1")
                .addToAnnotations("somebody", "else")
                .endMetadata()
                .build());
  }

  static NodeWrightView aNodeWright() {
    NodeWright stored = new NodeWright();
    stored.getMetadata().setName("tuning");
    stored.getMetadata().setUid("uid-of-tuning");
    stored.getMetadata().setResourceVersion("1");
    return NodeWrightViews.of(stored);
  }

  static Decision aDecision(NodeActions... lists) {
    return new Decision(
        "tuning",
        List.of(lists),
        List.of(),
        List.of(),
        PublishedStatus.NONE,
        List.of(),
        Instant.EPOCH);
  }

  static Decision anOwnDecision(Action... own) {
    return new Decision(
        "tuning",
        List.of(),
        List.of(own),
        List.of(),
        PublishedStatus.NONE,
        List.of(),
        Instant.EPOCH);
  }

  static NodeActions aList(String node, Action... actions) {
    return new NodeActions(node, true, List.of(actions));
  }

  static NodeActions aNewList(String node, Action... actions) {
    return new NodeActions(node, false, List.of(actions));
  }
}
