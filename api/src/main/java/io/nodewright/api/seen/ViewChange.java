package io.nodewright.api.seen;

/// How a view changed.
///
/// @param <V> the view
public sealed interface ViewChange<V> {

  /// It was not there before.
  record Appeared<V>(V now) implements ViewChange<V> {}

  /// It says something else than before.
  record Changed<V>(V before, V now) implements ViewChange<V> {}

  /// It is not there any more.
  record Gone<V>(V before) implements ViewChange<V> {}
}
