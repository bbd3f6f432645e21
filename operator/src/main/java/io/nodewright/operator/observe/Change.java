package io.nodewright.operator.observe;

/// How a view changed.
///
/// @param <V> the view
public sealed interface Change<V> {

  /// It was not there before.
  record Appeared<V>(V now) implements Change<V> {}

  /// It says something else than before.
  record Changed<V>(V before, V now) implements Change<V> {}

  /// It is not there any more.
  record Gone<V>(V before) implements Change<V> {}
}
