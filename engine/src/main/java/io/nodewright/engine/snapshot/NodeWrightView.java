package io.nodewright.engine.snapshot;

import io.nodewright.engine.ordering.Place;
import io.nodewright.engine.status.PublishedStatus;
import java.time.Instant;
import java.util.List;

/// A NodeWright as it was seen.
///
/// @param name its name
/// @param uid its UID
/// @param resourceVersion its version, for conditional writes
/// @param generation `metadata.generation`
/// @param created when it was created
/// @param paused annotation `pause` is exactly `true`
/// @param disabled annotation `disable` is exactly `true`
/// @param deleting whether it has a deletion timestamp
/// @param finalizer whether our finalizer is on it
/// @param operatorVersion the `version` annotation; empty when absent
/// @param spec what it wants
/// @param specProblems what of the spec could not be decoded, for people; nothing starts while
///   there is any
/// @param status what its status says
public record NodeWrightView(
    String name,
    String uid,
    String resourceVersion,
    long generation,
    Instant created,
    boolean paused,
    boolean disabled,
    boolean deleting,
    boolean finalizer,
    String operatorVersion,
    NodeWrightSpec spec,
    List<String> specProblems,
    PublishedStatus status) {

  /// Copies the problems.
  public NodeWrightView {
    specProblems = List.copyOf(specProblems);
  }

  /// Its place in the total order (05 §12.1).
  public Place place() {
    return new Place(spec.priority(), name);
  }
}
