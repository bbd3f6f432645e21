package io.nodewright.cli.edit;

import io.nodewright.cli.console.Documents;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Starts the batches of a NodeWright over, in its status (contract 07 §10.3, §10.5).
///
/// @param status as stored
/// @param order whether the order of nodes starts over too
public record BatchReset(JsonNode status, boolean order) {

  /// Compartments that have batches.
  public List<String> compartments() {
    List<String> names = new ArrayList<>();
    status
        .path("compartmentStatuses")
        .properties()
        .forEach(
            each -> {
              if (each.getValue().path("batchState").isObject()) {
                names.add(each.getKey());
              }
            });
    return names.stream().sorted().toList();
  }

  /// Whether there is anything to start over.
  public boolean needed() {
    return !compartments().isEmpty() || (order && ordered());
  }

  /// The merge patch, without a version.
  public ObjectNode patch() {
    ObjectNode patch = Documents.object();
    ObjectNode changed = patch.putObject("status");
    List<String> names = compartments();
    if (!names.isEmpty()) {
      ObjectNode compartments = changed.putObject("compartmentStatuses");
      for (String name : names) {
        ObjectNode batch = compartments.putObject(name).putObject("batchState");
        batch.put("currentBatch", 1);
        batch.put("consecutiveFailures", 0);
        batch.put("completedNodes", 0);
        batch.put("failedNodes", 0);
        batch.put("shouldStop", false);
        batch.put("lastBatchSize", 0);
        batch.put("lastBatchFailed", false);
        batch.putArray("currentBatchNodes");
      }
    }
    if (order) {
      changed.putNull("nodePriority");
      changed.putNull("nodeOrder");
      changed.put("nodeOrderOffset", 0);
    }
    return patch;
  }

  private boolean ordered() {
    return !status.path("nodePriority").isEmpty()
        || !status.path("nodeOrder").isEmpty()
        || status.path("nodeOrderOffset").asInt(0) != 0;
  }
}
