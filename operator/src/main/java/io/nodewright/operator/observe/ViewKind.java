package io.nodewright.operator.observe;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/// How objects of one kind are seen.
///
/// @param <T> the kind
/// @param <V> the view
public interface ViewKind<T extends HasMetadata, V> {

  /// A new, empty object of the kind.
  T empty();

  /// What is kept of the object; empty when it is none of ours.
  Optional<V> view(T object);

  /// How two views of the same object differ.
  Difference difference(V before, V now);

  /// Whether an object that is seen like that counts as gone when it is not shown any more. What
  /// much rests on is looked for first: a list that came back short is no end.
  default boolean mayVanish(V view) {
    return true;
  }

  /// How two views differ.
  enum Difference {
    /// In nothing: the older view object is kept, so that what was worked out for it stays good.
    NONE,
    /// In the version alone, which conditional writes name: kept, and no alarm.
    VERSION,
    /// In what decisions are made of.
    MEANING
  }
}
