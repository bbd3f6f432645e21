package io.nodewright.agent.config;

import io.nodewright.agent.json.Json;
import io.nodewright.agent.json.JsonPointer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the fields of one object of the manifest. What does not fit becomes a finding and an empty
/// value, so that one pass reports every error (A26); a config with errors is never used.
record FieldReader(Json.Obj object, String pointer, Findings findings) {

  /// Finds required fields that are missing, and warns of unknown ones (06 B19, B22, B45).
  void expectFields(List<String> required, List<String> optional) {
    for (String name : required) {
      if (!object.fields().containsKey(name)) {
        findings.error(pointer, "required property \"" + name + "\" is missing");
      }
    }
    for (String name : object.fields().keySet()) {
      if (!required.contains(name) && !optional.contains(name)) {
        findings.warn(JsonPointer.field(pointer, name), "unknown field, ignored");
      }
    }
  }

  String text(String name) {
    Json value = object.fields().get(name);
    return value == null ? "" : text(value, JsonPointer.field(pointer, name));
  }

  boolean truth(String name) {
    Json value = object.fields().get(name);
    if (value instanceof Json.Bool(boolean truth)) {
      return truth;
    }
    expected(name, value, "boolean");
    return false;
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    List<Json> items = items(name);
    for (int i = 0; i < items.size(); i++) {
      texts.add(text(items.get(i), JsonPointer.item(JsonPointer.field(pointer, name), i)));
    }
    return texts;
  }

  List<Long> integers(String name) {
    List<Long> integers = new ArrayList<>();
    List<Json> items = items(name);
    for (int i = 0; i < items.size(); i++) {
      integers.add(integer(items.get(i), JsonPointer.item(JsonPointer.field(pointer, name), i)));
    }
    return integers;
  }

  List<Json> items(String name) {
    Json value = object.fields().get(name);
    if (value instanceof Json.Arr(List<Json> items)) {
      return items;
    }
    expected(name, value, "array");
    return List.of();
  }

  SortedMap<String, String> textMap(String name) {
    SortedMap<String, String> map = new TreeMap<>();
    Json value = object.fields().get(name);
    if (value instanceof Json.Obj texts) {
      String at = JsonPointer.field(pointer, name);
      texts
          .fields()
          .forEach(
              (key, item) -> {
                map.put(key, text(item, JsonPointer.field(at, key)));
                if (key.isEmpty() || key.indexOf('=') >= 0 || key.indexOf('\0') >= 0) {
                  // It would set another variable than it says, a reserved one too (A19).
                  findings.error(at, "\"" + key + "\" cannot be the name of a variable");
                }
              });
    } else {
      expected(name, value, "object");
    }
    return map;
  }

  Json.Obj object(String name) {
    Json value = object.fields().get(name);
    if (value instanceof Json.Obj found) {
      return found;
    }
    expected(name, value, "object");
    return new Json.Obj(Map.of());
  }

  private void expected(String name, @Nullable Json value, String type) {
    if (value != null) {
      findings.error(JsonPointer.field(pointer, name), type + " expected");
    }
  }

  private String text(Json value, String at) {
    if (!(value instanceof Json.Text(String text))) {
      findings.error(at, "text expected");
      return "";
    }
    if (text.indexOf('\0') >= 0) {
      findings.error(at, "holds a NUL character"); // no system call can carry it
    }
    return text;
  }

  /// `0.0` and `1e2` are integers too (06 B23).
  private long integer(Json value, String at) {
    if (value instanceof Json.Num(String literal)) {
      try {
        BigDecimal number = new BigDecimal(literal);
        boolean small = (long) number.precision() - number.scale() <= 18 && number.scale() <= 1000;
        if (small && number.stripTrailingZeros().scale() <= 0) {
          return number.longValueExact();
        }
      } catch (NumberFormatException e) {
        findings.error(at, "integer expected");
        return 0;
      }
    }
    findings.error(at, "integer expected");
    return 0;
  }
}
