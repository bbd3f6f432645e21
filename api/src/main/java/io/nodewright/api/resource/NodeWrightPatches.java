package io.nodewright.api.resource;

import io.nodewright.api.Keys;
import io.nodewright.api.value.Patches;
import io.nodewright.engine.action.Action;
import io.nodewright.engine.snapshot.NodeWrightView;
import io.nodewright.engine.status.PublishedStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Patches of NodeWrights, each of exactly the version that was decided on. Metadata is merged, so
/// that the spec stays as its author wrote it (01 §0).
public final class NodeWrightPatches {

  private NodeWrightPatches() {}

  /// A merge patch that adds our finalizer to those that are stored; empty when it is among them.
  public static Optional<String> addFinalizer(NodeWrightView seen, List<String> stored) {
    if (stored.contains(Keys.FINALIZER)) {
      return Optional.empty();
    }
    List<String> finalizers = new ArrayList<>(stored);
    finalizers.add(Keys.FINALIZER);
    return Optional.of(metadata(seen, Map.of("finalizers", finalizers)));
  }

  /// A merge patch that takes our finalizer from those that are stored; empty when it is not there.
  public static Optional<String> removeFinalizer(NodeWrightView seen, List<String> stored) {
    List<String> finalizers = new ArrayList<>(stored);
    return finalizers.remove(Keys.FINALIZER)
        ? Optional.of(metadata(seen, Map.of("finalizers", finalizers)))
        : Optional.empty();
  }

  /// A merge patch that stamps the operator's version (01 §8.1).
  public static String stampVersion(Action.StampVersion action) {
    return metadata(
        action.seen(), Map.of("annotations", Map.of(Keys.OPERATOR_VERSION, action.version())));
  }

  /// A JSON Patch of the status subresource: the whole status in one value, for members that are to
  /// go could not be told from absent ones.
  public static String status(NodeWrightView seen, PublishedStatus status) {
    return Patches.replacing(seen.uid(), seen.resourceVersion(), "/status", Statuses.write(status));
  }

  private static String metadata(NodeWrightView seen, Map<String, ?> changed) {
    Map<String, Object> members = new LinkedHashMap<>(changed);
    members.put("resourceVersion", seen.resourceVersion());
    return Patches.merge(seen.uid(), members, Map.of());
  }
}
