package io.nodewright.cli.edit;

import io.nodewright.api.Keys;
import io.nodewright.cli.cluster.SeenNode;
import io.nodewright.cli.console.Documents;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Sets or removes the label `ignore` (contract 07 §10.8).
///
/// @param ignored whether the node is to be ignored
public record IgnoreLabel(boolean ignored) implements NodeChange {

  @Override
  public Step step(SeenNode node) {
    String name = node.name();
    if (ignored ? node.ignored() : !node.labels().containsKey(Keys.IGNORE)) {
      String reason = ignored ? "already ignored" : "not ignored";
      return new Step.Skip(reason, "node \"%s\": %s".formatted(name, reason), false);
    }
    ObjectNode patch = Documents.object();
    ObjectNode labels = patch.putObject("metadata").putObject("labels");
    if (ignored) {
      labels.put(Keys.IGNORE, Keys.TRUE);
    } else {
      labels.putNull(Keys.IGNORE);
    }
    List<String> notes =
        ignored && node.unschedulable()
            ? List.of("node \"%s\" is cordoned; ignoring it does not uncordon it".formatted(name))
            : List.of(); // CN4
    return new Step.Change(
        patch,
        "node \"%s\": %s label %s"
            .formatted(
                name, ignored ? "set" : "remove", ignored ? Keys.IGNORE + "=true" : Keys.IGNORE),
        "node \"%s\": %s".formatted(name, ignored ? "ignored" : "no longer ignored"),
        notes);
  }
}
