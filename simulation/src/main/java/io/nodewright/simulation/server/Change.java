package io.nodewright.simulation.server;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A write that was stored.
///
/// @param number the resource version it made; grows by one with each change of any object
/// @param at when
/// @param who wrote
/// @param kind of the object
/// @param name of the object
/// @param before the object before; null when it was created
/// @param after the object after; null when it is gone
public record Change<T extends HasMetadata>(
    long number,
    Instant at,
    String who,
    Kind<T> kind,
    String name,
    @Nullable T before,
    @Nullable T after) {

  /// What happened to the object.
  public enum Type {
    /// It was created.
    ADDED,
    /// It was changed.
    MODIFIED,
    /// It is gone.
    DELETED
  }

  /// What happened to the object.
  public Type type() {
    if (before == null) {
      return Type.ADDED;
    }
    return after == null ? Type.DELETED : Type.MODIFIED;
  }

  /// The object as it is, or was last. A deleted one carries the version of its deletion.
  public T object() {
    T object = after == null ? before : after;
    if (object == null) {
      throw new IllegalStateException("a change of nothing");
    }
    return object;
  }
}
