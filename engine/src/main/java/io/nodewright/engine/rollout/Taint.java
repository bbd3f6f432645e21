package io.nodewright.engine.rollout;

/// A taint of a node.
///
/// @param key its key
/// @param value its value; empty when it has none
/// @param effect `NoSchedule`, `PreferNoSchedule` or `NoExecute`
public record Taint(String key, String value, String effect) {

  /// The form of messages, `key=value:Effect`.
  public String shown() {
    return (value.isEmpty() ? key : key + "=" + value) + ":" + effect;
  }
}
