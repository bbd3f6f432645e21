package io.nodewright.agent.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One JSON value.
public sealed interface Json {

  /// An object; the fields keep the order of the text, a doubled key its last value (06 B44).
  record Obj(Map<String, Json> fields) implements Json {
    public Obj {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
  }

  /// An array.
  record Arr(List<Json> items) implements Json {
    public Arr {
      items = List.copyOf(items);
    }
  }

  /// A string, unescaped.
  record Text(String value) implements Json {}

  /// A number as it was written, e.g. `0.0`; what it means is the reader's question.
  record Num(String literal) implements Json {}

  /// `true` or `false`.
  record Bool(boolean value) implements Json {}

  /// `null`.
  record Null() implements Json {}
}
