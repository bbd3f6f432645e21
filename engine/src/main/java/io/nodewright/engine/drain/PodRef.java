package io.nodewright.engine.drain;

import java.util.Comparator;

/// One pod; a later one of the same name has another UID.
///
/// @param namespace its namespace
/// @param name its name
/// @param uid its UID
public record PodRef(String namespace, String name, String uid) implements Comparable<PodRef> {

  private static final Comparator<PodRef> ORDER =
      Comparator.comparing(PodRef::namespace)
          .thenComparing(PodRef::name)
          .thenComparing(PodRef::uid);

  /// The form of messages, `namespace/name`.
  public String shown() {
    return namespace + "/" + name;
  }

  @Override
  public int compareTo(PodRef other) {
    return ORDER.compare(this, other);
  }
}
