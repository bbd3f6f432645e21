package io.nodewright.api.pod;

import io.nodewright.engine.drain.BlockReason;
import io.nodewright.engine.drain.DrainBlocker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The annotation `drainBlocked_<nw>` of a node (04 §7.1).
public final class DrainBlockers {

  private static final JsonMapper JSON = new JsonMapper();

  private DrainBlockers() {}

  /// The text that is stored: compact, sorted by namespace and name.
  public static String write(Collection<DrainBlocker> blockers) {
    ArrayNode array = JSON.createArrayNode();
    blockers.stream()
        .sorted()
        .forEach(
            blocker -> {
              ObjectNode json = array.addObject();
              json.put("namespace", blocker.namespace());
              json.put("name", blocker.name());
              json.put("reason", blocker.reason().word());
              json.put("detail", blocker.detail());
            });
    return JSON.writeValueAsString(array);
  }

  /// Reads a stored text. One that cannot be read has no blockers: it is replaced by the next pass
  /// that finds some, and removed when there are none.
  public static List<DrainBlocker> read(String text) {
    try {
      List<DrainBlocker> blockers = new ArrayList<>();
      for (JsonNode each : JSON.readTree(text)) {
        Optional<BlockReason> reason = BlockReason.of(each.path("reason").stringValue(""));
        if (reason.isEmpty()) {
          return List.of();
        }
        blockers.add(
            new DrainBlocker(
                each.path("namespace").stringValue(""),
                each.path("name").stringValue(""),
                reason.get(),
                each.path("detail").stringValue("")));
      }
      return blockers;
    } catch (JacksonException e) {
      return List.of();
    }
  }
}
