package io.nodewright.simulation.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON Merge Patch (RFC 7386), and as much of Kubernetes' strategic merge as is sent: lists of
/// conditions are merged by `type`, with `$patch: delete`.
final class Merging {

  private static final String DIRECTIVE = "$patch";
  private static final String CONDITIONS = "conditions";
  private static final String MERGE_KEY = "type";

  private Merging() {}

  /// @param strategic whether lists with a merge key are merged
  static JsonNode merge(@Nullable JsonNode target, JsonNode patch, boolean strategic) {
    if (!(patch instanceof ObjectNode changes)) {
      return patch;
    }
    ObjectNode merged =
        target instanceof ObjectNode object ? object.deepCopy() : Member.JSON.createObjectNode();
    for (Map.Entry<String, JsonNode> change : changes.properties()) {
      String name = change.getKey();
      JsonNode value = change.getValue();
      if (value.isNull()) {
        merged.remove(name);
      } else if (strategic && value instanceof ArrayNode items) {
        if (!name.equals(CONDITIONS)) {
          throw new IllegalStateException(
              "the simulation does not know how to merge the list " + name);
        }
        merged.set(name, mergeByKey(merged.get(name), items));
      } else {
        merged.set(name, merge(merged.get(name), value, strategic));
      }
    }
    return merged;
  }

  private static ArrayNode mergeByKey(@Nullable JsonNode target, ArrayNode changes) {
    List<JsonNode> items = new ArrayList<>();
    if (target instanceof ArrayNode old) {
      old.forEach(items::add);
    }
    for (JsonNode change : changes) {
      String key = key(change);
      int at = indexOf(items, key);
      JsonNode directive = change.get(DIRECTIVE);
      if (directive != null) {
        if (!"delete".equals(directive.asString())) {
          throw new IllegalStateException("the simulation does not know $patch " + directive);
        }
        if (at >= 0) {
          items.remove(at);
        }
      } else if (at >= 0) {
        items.set(at, merge(items.get(at), change, true));
      } else {
        items.add(change);
      }
    }
    ArrayNode merged = Member.JSON.createArrayNode();
    items.forEach(merged::add);
    return merged;
  }

  private static int indexOf(List<JsonNode> items, String key) {
    for (int i = 0; i < items.size(); i++) {
      if (key(items.get(i)).equals(key)) {
        return i;
      }
    }
    return -1;
  }

  private static String key(JsonNode item) {
    JsonNode key = item.get(MERGE_KEY);
    if (key == null) {
      throw new IllegalStateException("an item of a merged list without its key: " + item);
    }
    return key.asString();
  }
}
