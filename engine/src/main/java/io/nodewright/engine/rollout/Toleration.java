package io.nodewright.engine.rollout;

/// A toleration with Kubernetes' own matching.
///
/// @param key the taint's key; empty with `Exists` for every key
/// @param operator `Exists`, or `Equal` (also for an empty text)
/// @param value compared with `Equal`
/// @param effect the taint's effect; empty for every effect
/// @param seconds how long `NoExecute` is tolerated; negative for ever
public record Toleration(String key, String operator, String value, String effect, long seconds) {

  /// Without a time limit.
  public static final long FOR_EVER = -1;

  /// Whether it tolerates that taint.
  public boolean tolerates(Taint taint) {
    if (!effect.isEmpty() && !effect.equals(taint.effect())) {
      return false;
    }
    if (!key.isEmpty() && !key.equals(taint.key())) {
      return false;
    }
    return switch (operator) {
      case "Exists" -> true;
      case "", "Equal" -> !key.isEmpty() && value.equals(taint.value());
      default -> false;
    };
  }
}
