package io.nodewright.cli.edit;

import io.nodewright.cli.console.Documents;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a writing command came to: the result object of contract 07 §9.
public final class Report {

  private record Reason(String node, String text) {}

  private final List<String> changed = new ArrayList<>();
  private final List<Reason> skipped = new ArrayList<>();
  private final List<Reason> failed = new ArrayList<>();
  private boolean batchReset;

  /// Nothing yet.
  public Report() {}

  /// Something was changed, or would have been.
  public void changed(String name) {
    changed.add(name);
  }

  /// Something was left alone.
  public void skipped(String name, String reason) {
    skipped.add(new Reason(name, reason));
  }

  /// Something could not be changed.
  public void failed(String name, String error) {
    failed.add(new Reason(name, error));
  }

  /// The batches start over.
  public void batchReset() {
    batchReset = true;
  }

  /// Whether something could not be changed.
  public boolean anyFailed() {
    return !failed.isEmpty();
  }

  /// The last line for people.
  public String summary() {
    int all = changed.size() + failed.size();
    return all == 0 ? "nothing to update" : changed.size() + " of " + all + " nodes updated";
  }

  /// For programs.
  ///
  /// @param command as it is named in full
  /// @param nodeWright empty when the command has none
  public ObjectNode document(String command, boolean dryRun, String nodeWright) {
    ObjectNode json = Documents.object();
    json.put("command", command);
    json.put("dryRun", dryRun);
    if (nodeWright.isEmpty()) {
      json.putNull("nodewright");
    } else {
      json.put("nodewright", nodeWright);
    }
    ArrayNode names = json.putArray("changed");
    changed.forEach(names::add);
    reasons(json.putArray("skipped"), skipped, "reason");
    reasons(json.putArray("failed"), failed, "error");
    json.put("batchReset", batchReset);
    return json;
  }

  private static void reasons(ArrayNode array, List<Reason> reasons, String member) {
    for (Reason each : reasons) {
      array.addObject().put("node", each.node()).put(member, each.text());
    }
  }
}
