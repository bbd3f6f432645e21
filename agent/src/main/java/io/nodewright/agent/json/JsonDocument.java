package io.nodewright.agent.json;

import java.util.List;

/// A parsed text.
///
/// @param value the value at the top
/// @param doubledKeys JSON pointers of keys that stand twice in one object (06 B44); the last value
///   counted
public record JsonDocument(Json value, List<String> doubledKeys) {

  public JsonDocument {
    doubledKeys = List.copyOf(doubledKeys);
  }
}
