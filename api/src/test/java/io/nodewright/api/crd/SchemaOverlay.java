package io.nodewright.api.crd;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Applies the rules of the overlay to a schema; a path that leads nowhere is an error, so that a
/// renamed field does not lose its rule.
final class SchemaOverlay {

  private static final Pattern STEP = Pattern.compile("\\.?([^.\\[]+)|(\\[])");

  private SchemaOverlay() {}

  static void apply(ObjectNode schema, JsonNode rule) {
    for (JsonNode path : rule.required("at")) {
      merge(at(schema, path.stringValue()), (ObjectNode) rule.required("add"));
    }
  }

  /// Objects member by member; null takes a member away; anything else replaces.
  static void merge(ObjectNode target, ObjectNode members) {
    members
        .properties()
        .forEach(
            member -> {
              String name = member.getKey();
              JsonNode value = member.getValue();
              if (value.isNull()) {
                target.remove(name);
              } else if (value instanceof ObjectNode inner
                  && target.get(name) instanceof ObjectNode present) {
                merge(present, inner);
              } else {
                target.set(name, value.deepCopy());
              }
            });
  }

  private static ObjectNode at(ObjectNode schema, String path) {
    ObjectNode found = schema;
    Matcher step = STEP.matcher(path);
    while (step.find()) {
      JsonNode next =
          switch (step.group()) {
            case "[]" -> found.get("items");
            case ".*" -> found.get("additionalProperties");
            default -> found.path("properties").get(step.group(1));
          };
      if (!(next instanceof ObjectNode inner)) {
        throw new IllegalArgumentException(
            "crd-overlay.yaml: " + path + " leads nowhere at " + step.group());
      }
      found = inner;
    }
    return found;
  }
}
