package io.nodewright.cli.edit;

import io.nodewright.api.Keys;
import io.nodewright.cli.cluster.NodeWrights.Look;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Documents;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Forgets what a node remembers of a NodeWright (contract 07 §10.3).
public final class Reset implements NodeChange {

  private static final String CORDON = Keys.cordon("");
  private final String nodeWright;
  private final Look look;
  private final List<String> annotations;

  /// @param look the NodeWright, on which it depends whether a cordon will be given back by a run
  public Reset(String nodeWright, Look look) {
    this.nodeWright = nodeWright;
    this.look = look;
    this.annotations =
        List.of(
            Keys.nodeState(nodeWright),
            Keys.status(nodeWright),
            Keys.drainStart(nodeWright),
            Keys.drainBlocked(nodeWright),
            Keys.rebooted(nodeWright),
            Keys.version(nodeWright));
  }

  /// Whether the node carries anything to reset.
  public boolean concerns(SeenNode node) {
    return annotations.stream().anyMatch(node.annotations()::containsKey)
        || node.labels().containsKey(Keys.status(nodeWright))
        || releases(node);
  }

  @Override
  public Step step(SeenNode node) {
    if (!concerns(node)) {
      return new Step.Skip("nothing to reset", "node \"" + node.name() + "\": unchanged", false);
    }
    ObjectNode patch = Documents.object();
    ObjectNode metadata = patch.putObject("metadata");
    ObjectNode nulls = metadata.putObject("annotations");
    annotations.stream().filter(node.annotations()::containsKey).forEach(nulls::putNull);
    if (node.labels().containsKey(Keys.status(nodeWright))) {
      metadata.putObject("labels").putNull(Keys.status(nodeWright));
    }
    List<String> notes = new ArrayList<>();
    String done = "node \"" + node.name() + "\": reset";
    if (releases(node)) {
      nulls.putNull(Keys.cordon(nodeWright));
      if (node.unschedulable() && !otherwiseHeld(node)) {
        notes.add(
            "node \"%s\" stays cordoned; run kubectl uncordon once nothing else holds it"
                .formatted(node.name())); // CN3
      }
    } else if (node.annotations().containsKey(Keys.cordon(nodeWright))) {
      done += " (cordon kept)";
    }
    return new Step.Change(patch, done, done, notes);
  }

  /// Whether the cordon's annotation goes: only where no later run would give the cordon back.
  private boolean releases(SeenNode node) {
    return node.annotations().containsKey(Keys.cordon(nodeWright))
        && switch (look) {
          case Look.Found(var view) -> !view.spec().nodeSelector().matches(node.labels());
          case Look.Gone _ -> true;
          case Look.Unreadable _ -> false; // CW5
        };
  }

  private boolean otherwiseHeld(SeenNode node) {
    return node.persistentCordon()
        || node.annotations().keySet().stream()
            .anyMatch(key -> key.startsWith(CORDON) && !key.equals(Keys.cordon(nodeWright)));
  }
}
