package io.nodewright.api.node;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import java.io.StringWriter;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The annotation `nodeState_<nw>` (02 §2.1).
public final class NodeStates {

  static final JsonFactory JSON = new JsonFactory();

  private NodeStates() {}

  /// Reads an annotation's text. `null` reads as empty (LR3); what 02 §4.21 calls malformed gives
  /// [NodeState.Unreadable] with the first thing that is wrong.
  public static NodeState read(String text) {
    return new NodeStateReader(text).read();
  }

  /// Writes a record so that equal records are equal texts: members by key, fields in the order of
  /// 02 §2.1, then our own `sequence`, then what something newer wrote (LR5), no white space.
  public static String write(NodeState.Known state) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      for (Map.Entry<PackageRef, PackageRecord> entry : state.entries().entrySet()) {
        json.writeName(entry.getKey().key());
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } catch (JacksonException e) {
      throw new IllegalStateException("a record could not be written: " + state, e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, PackageRecord each) {
    json.writeStartObject();
    json.writeStringProperty("name", each.ref().name());
    json.writeStringProperty("version", each.ref().version());
    json.writeStringProperty("image", each.image());
    if (!each.containerSha().isEmpty()) {
      json.writeStringProperty("containerSHA", each.containerSha());
    }
    json.writeStringProperty("stage", each.stage().word());
    json.writeStringProperty("state", each.state().word());
    if (each.restarts() != 0) {
      json.writeNumberProperty("restarts", each.restarts());
    }
    if (each.interruptPending()) {
      json.writeBooleanProperty("interruptPending", true);
    }
    if (each.sequence() != 0) {
      json.writeNumberProperty(MemberReader.SEQUENCE, each.sequence());
    }
    each.unknownMembers()
        .forEach(
            (name, raw) -> {
              json.writeName(name);
              json.writeRawValue(raw);
            });
    json.writeEndObject();
  }
}
