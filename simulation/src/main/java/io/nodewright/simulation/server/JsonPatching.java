package io.nodewright.simulation.server;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// JSON Patch (RFC 6902) as the API server applies it: all operations or none. A test for null
/// holds where the last name of its path is absent, and fails where more of the path is.
final class JsonPatching {

  private JsonPatching() {}

  /// Where the operations of a patch point.
  static List<List<String>> paths(JsonNode patch) {
    List<List<String>> paths = new ArrayList<>();
    for (JsonNode operation : operations(patch)) {
      paths.add(pointer(text(operation, "path")));
    }
    return paths;
  }

  /// @throws ApiFailure 422 when an operation does not apply
  static JsonNode apply(JsonNode document, JsonNode patch) {
    JsonNode result = document.deepCopy();
    for (JsonNode operation : operations(patch)) {
      List<String> path = pointer(text(operation, "path"));
      JsonNode parent = parent(result, path);
      String name = path.getLast();
      switch (text(operation, "op")) {
        case "test" -> test(parent, name, value(operation));
        case "add" -> add(parent, name, value(operation));
        case "replace" -> add(remove(parent, name), name, value(operation));
        case "remove" -> {
          present(parent, name);
          remove(parent, name);
        }
        default ->
            throw new IllegalStateException(
                "the simulation does not know the operation " + operation);
      }
    }
    return result;
  }

  private static ArrayNode operations(JsonNode patch) {
    if (patch instanceof ArrayNode operations) {
      return operations;
    }
    throw new ApiFailure(400, "BadRequest", "a JSON Patch is a list of operations");
  }

  private static void test(JsonNode parent, String name, JsonNode wanted) {
    JsonNode found = child(parent, name);
    boolean holds = found == null ? wanted.isNull() : found.equals(wanted);
    if (!holds) {
      throw ApiFailure.unprocessable("testing path %s: value differs".formatted(name));
    }
  }

  private static void add(JsonNode parent, String name, JsonNode value) {
    switch (parent) {
      case ObjectNode object -> object.set(name, value);
      case ArrayNode array when name.equals("-") -> array.add(value);
      case ArrayNode array -> array.insert(index(name), value);
      default -> throw ApiFailure.unprocessable("nothing can be added at " + name);
    }
  }

  private static JsonNode remove(JsonNode parent, String name) {
    switch (parent) {
      case ObjectNode object -> object.remove(name);
      case ArrayNode array -> array.remove(index(name));
      default -> throw ApiFailure.unprocessable("nothing can be removed at " + name);
    }
    return parent;
  }

  private static void present(JsonNode parent, String name) {
    if (child(parent, name) == null) {
      throw ApiFailure.unprocessable("missing value at " + name);
    }
  }

  private static JsonNode parent(JsonNode document, List<String> path) {
    JsonNode node = document;
    for (String name : path.subList(0, path.size() - 1)) {
      JsonNode child = child(node, name);
      if (child == null) {
        throw ApiFailure.unprocessable("doc is missing path: " + String.join("/", path));
      }
      node = child;
    }
    return node;
  }

  private static @Nullable JsonNode child(JsonNode parent, String name) {
    return parent instanceof ArrayNode array ? array.get(index(name)) : parent.get(name);
  }

  private static int index(String name) {
    try {
      return Integer.parseInt(name);
    } catch (NumberFormatException e) {
      throw ApiFailure.unprocessable("no index of a list: " + name);
    }
  }

  private static JsonNode value(JsonNode operation) {
    JsonNode value = operation.get("value");
    return value == null ? NullNode.getInstance() : value;
  }

  private static String text(JsonNode operation, String name) {
    JsonNode value = operation.get(name);
    if (value == null) {
      throw new ApiFailure(400, "BadRequest", "an operation without " + name);
    }
    return value.asString();
  }

  private static List<String> pointer(String text) {
    List<String> names = new ArrayList<>();
    for (String part : text.substring(1).split("/", -1)) {
      names.add(part.replace("~1", "/").replace("~0", "~"));
    }
    return names;
  }
}
