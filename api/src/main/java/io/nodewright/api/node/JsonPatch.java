package io.nodewright.api.node;

import io.nodewright.engine.rollout.Taint;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/// A JSON Patch: applied as a whole or not at all, and refused with 422 when a test fails.
///
/// @param operations in order; empty when there is nothing to change
public record JsonPatch(List<PatchOperation> operations) {

  /// Copies the operations.
  public JsonPatch {
    operations = List.copyOf(operations);
  }

  /// Whether there is nothing to send.
  public boolean empty() {
    return operations.isEmpty();
  }

  /// A JSON pointer of these members.
  static String pointer(String... members) {
    StringBuilder pointer = new StringBuilder();
    for (String member : members) {
      pointer.append('/').append(member.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }

  /// The patch as it is sent, with media type `application/json-patch+json`.
  public String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = NodeStates.JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartArray();
      operations.forEach(each -> write(json, each));
      json.writeEndArray();
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, PatchOperation operation) {
    json.writeStartObject();
    switch (operation) {
      case PatchOperation.Test(String path, String text) -> member(json, "test", path, text);
      case PatchOperation.TestAbsent(String path) -> {
        member(json, "test", path);
        // The API server answers a test without a value with a broken connection.
        json.writeNullProperty("value");
      }
      case PatchOperation.TestOn(String path) -> {
        member(json, "test", path);
        json.writeBooleanProperty("value", true);
      }
      case PatchOperation.SwitchOn(String path) -> {
        member(json, "add", path);
        json.writeBooleanProperty("value", true);
      }
      case PatchOperation.AddMap(String path) -> {
        member(json, "add", path);
        json.writeName("value");
        json.writeStartObject();
        json.writeEndObject();
      }
      case PatchOperation.Add(String path, String text) -> member(json, "add", path, text);
      case PatchOperation.Replace(String path, String text) -> member(json, "replace", path, text);
      case PatchOperation.AddTaint(String path, Taint taint, boolean append) -> {
        member(json, "add", append ? path + "/-" : path);
        json.writeName("value");
        if (append) {
          write(json, taint);
        } else {
          json.writeStartArray();
          write(json, taint);
          json.writeEndArray();
        }
      }
      case PatchOperation.Remove(String path) -> member(json, "remove", path);
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Taint taint) {
    json.writeStartObject();
    json.writeStringProperty("key", taint.key());
    if (!taint.value().isEmpty()) {
      json.writeStringProperty("value", taint.value());
    }
    json.writeStringProperty("effect", taint.effect());
    json.writeEndObject();
  }

  private static void member(JsonGenerator json, String op, String path) {
    json.writeStringProperty("op", op);
    json.writeStringProperty("path", path);
  }

  private static void member(JsonGenerator json, String op, String path, String value) {
    member(json, op, path);
    json.writeStringProperty("value", value);
  }
}
