package io.nodewright.cli.command;

import io.nodewright.cli.cluster.ApiFailure;
import io.nodewright.cli.cluster.NodeWrights;
import io.nodewright.cli.edit.BatchReset;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Writes of batch states: conditional, worked out anew after a conflict.
final class BatchWrites {

  private static final int TRIES = 5;

  private BatchWrites() {}

  /// What would be written.
  static String plan(String name, BatchReset batches) {
    List<String> compartments = batches.compartments();
    return "nodewright \"%s\": reset %s"
        .formatted(
            name,
            compartments.isEmpty()
                ? "the order of nodes"
                : "batch state of %s (%s)"
                    .formatted(counted(compartments), String.join(", ", compartments)));
  }

  /// Such as `2 compartments`.
  static String counted(List<String> compartments) {
    return compartments.size() + (compartments.size() == 1 ? " compartment" : " compartments");
  }

  /// Starts the batches over.
  ///
  /// @param order whether the order of nodes starts over too
  static void write(NodeWrights nodeWrights, String name, boolean order) {
    for (int attempt = 1; ; attempt++) {
      NodeWrights.Stored stored = nodeWrights.stored(name);
      ObjectNode patch = new BatchReset(stored.status(), order).patch();
      patch.putObject("metadata").put("resourceVersion", stored.resourceVersion());
      try {
        nodeWrights.mergeStatus(name, patch);
        return;
      } catch (ApiFailure e) {
        if (!e.conflict() || attempt == TRIES) {
          throw e;
        }
      }
    }
  }
}
