package io.nodewright.api.node;

import io.nodewright.api.Keys;
import io.nodewright.api.value.Times;
import io.nodewright.engine.action.Action.SetNodeConditions;
import io.nodewright.engine.snapshot.NodeView.NodeConditions;
import java.io.StringWriter;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/// Patches of a NodeWright's two conditions on a Node (01 §8.2, 02 §2.3).
public final class ConditionPatches {

  private ConditionPatches() {}

  /// A strategic merge patch of `nodes/<node>/status`. It names the UID that was seen; for another
  /// node of the same name the API server refuses it with 422, `field is immutable`.
  public static String of(SetNodeConditions action) {
    String name = action.nodeWright();
    NodeConditions wanted = action.wanted();
    StringWriter text = new StringWriter();
    try (JsonGenerator json = NodeStates.JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeObjectPropertyStart("metadata");
      json.writeStringProperty("uid", action.seen().uid());
      json.writeEndObject();
      json.writeObjectPropertyStart("status");
      json.writeArrayPropertyStart("conditions");
      if (wanted.present()) {
        writeNotReady(json, name, wanted.notReady(), wanted.notReadySince());
        writeErroring(json, name, wanted.erroring(), wanted.erroringSince());
      } else {
        writeRemoval(json, Keys.notReady(name));
        writeRemoval(json, Keys.erroring(name));
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void writeNotReady(JsonGenerator json, String name, boolean holds, Instant since) {
    write(
        json,
        Keys.notReady(name),
        holds,
        holds ? "Incomplete" : "Complete",
        "NodeWright " + name + " Ready",
        since);
  }

  private static void writeErroring(JsonGenerator json, String name, boolean holds, Instant since) {
    write(
        json,
        Keys.erroring(name),
        holds,
        holds ? "Package(s) Erroring or Unknown" : "Not Erroring",
        "Package Erroring or Unknown for " + name,
        since);
  }

  private static void write(
      JsonGenerator json,
      String type,
      boolean holds,
      String reason,
      String message,
      Instant since) {
    json.writeStartObject();
    json.writeStringProperty("type", type);
    json.writeStringProperty("status", holds ? "True" : "False");
    json.writeStringProperty("reason", reason);
    json.writeStringProperty("message", message);
    json.writeStringProperty("lastTransitionTime", Times.text(since));
    json.writeEndObject();
  }

  private static void writeRemoval(JsonGenerator json, String type) {
    json.writeStartObject();
    json.writeStringProperty("$patch", "delete");
    json.writeStringProperty("type", type);
    json.writeEndObject();
  }
}
