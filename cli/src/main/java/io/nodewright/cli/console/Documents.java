package io.nodewright.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One document for programs, as JSON or as YAML (contract 07 §8).
public final class Documents {

  private static final JsonMapper JSON = new JsonMapper();

  private Documents() {}

  /// A new object whose members keep their order.
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /// Prints a document in that form.
  public static void print(Console console, Format format, JsonNode document) {
    console.text(format == Format.YAML ? yaml(document) : json(document));
  }

  /// Two spaces a level, a line end at the end.
  public static String json(JsonNode document) {
    StringBuilder text = new StringBuilder();
    json(text, document, "");
    return text.append('\n').toString();
  }

  /// The same as YAML, in block style.
  public static String yaml(JsonNode document) {
    StringBuilder text = new StringBuilder();
    if (document.isContainer() && !document.isEmpty()) {
      yaml(text, document, "");
    } else {
      text.append(scalar(document)).append('\n');
    }
    return text.toString();
  }

  private static void json(StringBuilder text, JsonNode node, String indent) {
    if (!node.isContainer()) {
      text.append(JSON.writeValueAsString(node));
      return;
    }
    boolean object = node.isObject();
    if (node.isEmpty()) {
      text.append(object ? "{}" : "[]");
      return;
    }
    String deeper = indent + "  ";
    text.append(object ? "{" : "[");
    String separator = "\n";
    for (Map.Entry<String, JsonNode> each : members(node)) {
      text.append(separator).append(deeper);
      if (object) {
        text.append(quoted(each.getKey())).append(": ");
      }
      json(text, each.getValue(), deeper);
      separator = ",\n";
    }
    text.append('\n').append(indent).append(object ? "}" : "]");
  }

  private static void yaml(StringBuilder text, JsonNode node, String indent) {
    boolean first = true;
    for (Map.Entry<String, JsonNode> each : members(node)) {
      // The first member of an item stands behind its dash.
      text.append(first && endsWithDash(text) ? "" : indent);
      first = false;
      text.append(node.isObject() ? key(each.getKey()) + ":" : "-");
      JsonNode value = each.getValue();
      if (!value.isContainer() || value.isEmpty()) {
        text.append(' ').append(scalar(value)).append('\n');
      } else if (node.isObject()) {
        text.append('\n');
        yaml(text, value, value.isArray() ? indent : indent + "  ");
      } else {
        text.append(' ');
        yaml(text, value, indent + "  ");
      }
    }
  }

  private static boolean endsWithDash(StringBuilder text) {
    int end = text.length();
    return end >= 2 && text.charAt(end - 1) == ' ' && text.charAt(end - 2) == '-';
  }

  private static List<Map.Entry<String, JsonNode>> members(JsonNode node) {
    List<Map.Entry<String, JsonNode>> members = new ArrayList<>();
    if (node.isObject()) {
      members.addAll(node.properties());
    } else {
      node.forEach(each -> members.add(Map.entry("", each)));
    }
    return members;
  }

  private static String key(String name) {
    return plain(name) ? name : quoted(name);
  }

  private static String scalar(JsonNode value) {
    if (value.isString() && plain(value.stringValue())) {
      return value.stringValue();
    }
    return JSON.writeValueAsString(value); // JSON is YAML
  }

  private static String quoted(String text) {
    return JSON.writeValueAsString(text);
  }

  /// Whether a text reads as that text without quotes, under YAML 1.1 as well, which takes `on`,
  /// `1_0` and `1:30` for something else.
  private static boolean plain(String text) {
    if (text.isEmpty() || text.length() > 200 || !letter(text.charAt(0))) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!letter(c) && (c < '0' || c > '9') && "._/-".indexOf(c) < 0) {
        return false;
      }
    }
    return switch (text.toLowerCase(java.util.Locale.ROOT)) {
      case "null", "true", "false", "yes", "no", "on", "off", "y", "n" -> false;
      default -> true;
    };
  }

  private static boolean letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
