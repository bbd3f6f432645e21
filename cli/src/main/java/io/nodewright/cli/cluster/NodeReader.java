package io.nodewright.cli.cluster;

import io.nodewright.api.Keys;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Reads nodes from the text of an answer, and of each only what commands need: a page of 500 nodes
/// is two megabytes, most of it about images and addresses.
final class NodeReader {

  private static final JsonFactory JSON = new JsonFactory();

  private String name = "";
  private String version = "";
  private boolean unschedulable;
  private SortedMap<String, String> labels = new TreeMap<>();
  private SortedMap<String, String> annotations = new TreeMap<>();

  private NodeReader() {}

  /// What goes with a page.
  ///
  /// @param next where to go on; empty on the last page
  /// @param version of the list
  record Page(String next, String version) {}

  static SeenNode one(byte[] text) {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      return new NodeReader().node(json);
    }
  }

  /// What goes with a page; it stands before the nodes, so that little is read.
  static Page head(byte[] text) {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      for (String member = json.nextName(); member != null; member = json.nextName()) {
        json.nextToken();
        if (member.equals("metadata")) {
          SortedMap<String, String> meta = texts(json, _ -> true);
          return new Page(
              meta.getOrDefault("continue", ""), meta.getOrDefault("resourceVersion", ""));
        }
        json.skipChildren();
      }
    }
    return new Page("", "");
  }

  /// The nodes of a page.
  static void items(byte[] text, Consumer<SeenNode> each) {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
      json.nextToken();
      for (String member = json.nextName(); member != null; member = json.nextName()) {
        JsonToken value = json.nextToken();
        if (member.equals("items") && value == JsonToken.START_ARRAY) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            each.accept(new NodeReader().node(json));
          }
        } else {
          json.skipChildren();
        }
      }
    }
  }

  private SeenNode node(JsonParser json) {
    for (String member = json.nextName(); member != null; member = json.nextName()) {
      json.nextToken();
      switch (member) {
        case "metadata" -> metadata(json);
        case "spec" -> spec(json);
        default -> json.skipChildren();
      }
    }
    return new SeenNode(name, version, unschedulable, labels, annotations);
  }

  private void metadata(JsonParser json) {
    for (String member = json.nextName(); member != null; member = json.nextName()) {
      json.nextToken();
      switch (member) {
        case "name" -> name = json.getString();
        case "resourceVersion" -> version = json.getString();
        case "labels" -> labels = texts(json, _ -> true);
        case "annotations" -> annotations = texts(json, NodeReader::ours);
        default -> json.skipChildren();
      }
    }
  }

  private void spec(JsonParser json) {
    for (String member = json.nextName(); member != null; member = json.nextName()) {
      JsonToken value = json.nextToken();
      if (member.equals("unschedulable")) {
        unschedulable = value == JsonToken.VALUE_TRUE;
      } else {
        json.skipChildren();
      }
    }
  }

  private static boolean ours(String key) {
    return key.startsWith(Keys.PREFIX);
  }

  private static SortedMap<String, String> texts(JsonParser json, Predicate<String> wanted) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      JsonToken value = json.nextToken();
      if (value == JsonToken.VALUE_STRING && wanted.test(key)) {
        texts.put(key, json.getString());
      } else {
        json.skipChildren();
      }
    }
    return texts;
  }
}
