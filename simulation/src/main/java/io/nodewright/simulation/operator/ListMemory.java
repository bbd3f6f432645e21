package io.nodewright.simulation.operator;

import io.fabric8.kubernetes.api.model.Node;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.lifecycle.JobKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the actions of one list know of each other: the node as the last patch answered it, and the
/// Job that the list is to create.
final class ListMemory {

  private final List<Action> actions;
  private @Nullable Node node;

  ListMemory(List<Action> actions) {
    this.actions = actions;
  }

  void node(Node answered) {
    node = answered;
  }

  Optional<Node> node() {
    return Optional.ofNullable(node);
  }

  /// The first Job that the list is to create.
  Optional<JobKey> claim() {
    for (Action action : actions) {
      if (action instanceof Action.CreateStageJob(var job)) {
        return Optional.of(job.key());
      }
    }
    return Optional.empty();
  }
}
