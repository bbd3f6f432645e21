package io.nodewright.api.resource;

import io.nodewright.engine.action.Action.WriteStatus;
import io.nodewright.engine.snapshot.NodeWrightView;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Patches of `nodewrights/<name>/status` (01 §4).
public final class StatusPatches {

  private static final JsonMapper JSON = new JsonMapper();

  private StatusPatches() {}

  /// A JSON Patch that puts the whole status, so that what is not written any more goes; it tests
  /// the UID and version that were seen, and is refused with 422 when they have changed. Empty when
  /// what is stored is the same.
  public static Optional<String> of(WriteStatus action) {
    NodeWrightView seen = action.seen();
    String wanted = Statuses.json(action.status());
    if (seen.status().present() && Statuses.json(seen.status()).equals(wanted)) {
      return Optional.empty();
    }
    ArrayNode patch = JSON.createArrayNode();
    test(patch.addObject(), "/metadata/uid", seen.uid());
    test(patch.addObject(), "/metadata/resourceVersion", seen.resourceVersion());
    ObjectNode put = patch.addObject().put("op", "add").put("path", "/status");
    put.set("value", JSON.readTree(wanted));
    return Optional.of(JSON.writeValueAsString(patch));
  }

  private static void test(ObjectNode operation, String path, String value) {
    operation.put("op", "test").put("path", path).put("value", value);
  }
}
