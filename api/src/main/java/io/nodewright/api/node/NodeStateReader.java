package io.nodewright.api.node;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// Reads one annotation `nodeState_<nw>`.
final class NodeStateReader {

  private final String text;

  NodeStateReader(String text) {
    this.text = text;
  }

  NodeState read() {
    if (text.isBlank()) {
      return new NodeState.Unreadable("the text is empty; an empty record is {}");
    }
    try (JsonParser json = NodeStates.JSON.createParser(ObjectReadContext.empty(), text)) {
      NodeState state = whole(json);
      return json.nextToken() == null
          ? state
          : new NodeState.Unreadable("there is text after the JSON object");
    } catch (Malformed e) {
      return new NodeState.Unreadable(e.problem);
    } catch (JacksonException e) {
      return new NodeState.Unreadable("not JSON: " + e.getOriginalMessage());
    }
  }

  private NodeState whole(JsonParser json) {
    JsonToken first = json.nextToken();
    if (first == JsonToken.VALUE_NULL) {
      return NodeState.EMPTY; // LR3
    }
    if (first != JsonToken.START_OBJECT) {
      throw new Malformed("not a JSON object");
    }
    SortedMap<PackageRef, PackageRecord> entries = new TreeMap<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new Malformed("\"" + key + "\" is not an object");
      }
      PackageRecord entry = new MemberReader(text, key).read(json);
      entries.put(entry.ref(), entry);
    }
    return entries.isEmpty() ? NodeState.EMPTY : new NodeState.Known(entries);
  }

  /// Ends the reading of a malformed record; caught in [#read()].
  static final class Malformed extends RuntimeException {
    private final String problem;

    Malformed(String problem) {
      super(problem, null, false, false);
      this.problem = problem;
    }
  }
}
