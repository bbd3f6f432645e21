package io.nodewright.api.node;

import io.nodewright.api.node.NodeStateReader.Malformed;
import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.Stage;
import io.nodewright.engine.lifecycle.StageState;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/// Reads one member of a node's record. A member that is `null` counts as absent, as it does for
/// the original's tools.
final class MemberReader {

  /// Member of our own: the place of a run among the runs of a package's recorded versions.
  static final String SEQUENCE = "sequence";

  private final String text;
  private final String key;
  private final SortedMap<String, String> unknown = new TreeMap<>();
  private String name = "";
  private String version = "";
  private String image = "";
  private String containerSha = "";
  private String stage = "";
  private String state = "";
  private int restarts;
  private boolean interruptPending;
  private int sequence;

  /// @param text the whole annotation, of which unknown members are cut out as they are
  /// @param key the member's key
  MemberReader(String text, String key) {
    this.text = text;
    this.key = key;
  }

  /// Reads from the start of the member's object to its end.
  PackageRecord read(JsonParser json) {
    for (String field = json.nextName(); field != null; field = json.nextName()) {
      json.nextToken();
      if (json.currentToken() == JsonToken.VALUE_NULL && known(field)) {
        continue;
      }
      read(json, field);
    }
    require("name", name);
    require("version", version);
    require("stage", stage);
    require("state", state);
    return record();
  }

  private static boolean known(String field) {
    return switch (field) {
      case "name",
          "version",
          "image",
          "containerSHA",
          "stage",
          "state",
          "restarts",
          "interruptPending" ->
          true;
      default -> false;
    };
  }

  private void read(JsonParser json, String field) {
    switch (field) {
      case "name" -> name = string(json, field);
      case "version" -> version = string(json, field);
      case "image" -> image = string(json, field);
      case "containerSHA" -> containerSha = string(json, field);
      case "stage" -> stage = string(json, field);
      case "state" -> state = string(json, field);
      case "restarts" -> restarts = count(json);
      case "interruptPending" -> interruptPending = flag(json);
      case SEQUENCE -> sequence(json);
      default -> unknown.put(field, raw(json)); // LR5
    }
  }

  private PackageRecord record() {
    if (!key.equals(name + "|" + version)) {
      throw malformed("the key disagrees with name \"" + name + "\", version \"" + version + "\"");
    }
    Stage stageRead =
        Stage.of(stage).orElseThrow(() -> malformed("\"" + stage + "\" is not a stage"));
    StageState stateRead =
        StageState.of(state).orElseThrow(() -> malformed("\"" + state + "\" is not a state"));
    try {
      return new PackageRecord(
          new PackageRef(name, version),
          image,
          containerSha,
          stageRead,
          stateRead,
          restarts,
          interruptPending,
          sequence,
          unknown);
    } catch (IllegalArgumentException e) {
      throw malformed(String.valueOf(e.getMessage()));
    }
  }

  private void require(String field, String value) {
    if (value.isEmpty()) {
      throw malformed(field + " is missing");
    }
  }

  private String string(JsonParser json, String field) {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw malformed(field + " is not a string");
    }
    return json.getString();
  }

  private int count(JsonParser json) {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT
        || json.getNumberType() != JsonParser.NumberType.INT) {
      throw malformed("restarts is not a whole number");
    }
    return Math.max(0, json.getIntValue());
  }

  /// Ours alone (02 §4.5): what somebody else may mean by that name is kept, never refused.
  private void sequence(JsonParser json) {
    boolean ours =
        json.currentToken() == JsonToken.VALUE_NUMBER_INT
            && json.getNumberType() == JsonParser.NumberType.INT
            && json.getIntValue() > 0;
    if (ours) {
      sequence = json.getIntValue();
    } else {
      unknown.put(SEQUENCE, raw(json));
    }
  }

  private boolean flag(JsonParser json) {
    return switch (json.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw malformed("interruptPending is not true or false");
    };
  }

  /// The value as it is written, so that numbers and escapes of something newer survive.
  private String raw(JsonParser json) {
    int start = (int) json.currentTokenLocation().getCharOffset();
    json.finishToken();
    json.skipChildren();
    return text.substring(start, (int) json.currentLocation().getCharOffset());
  }

  private Malformed malformed(String problem) {
    return new Malformed("\"" + key + "\": " + problem);
  }
}
