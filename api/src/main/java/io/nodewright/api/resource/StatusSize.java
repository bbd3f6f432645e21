package io.nodewright.api.resource;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.status.PublishedStatus;
import io.nodewright.engine.status.Status;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Keeps a status below what etcd takes: copies go, memory stays (design "One status writer").
public final class StatusSize {

  /// Past this a status loses copies; etcd takes 1.5 MiB for the whole object.
  public static final int LIMIT = 1 << 20;

  private final int limit;

  /// @param limit bytes of the status as JSON; [#LIMIT] outside tests
  public StatusSize(int limit) {
    this.limit = limit;
  }

  /// The status, without the copies that make it too large: `nodeState` of complete nodes, then
  /// their `nodeStatus`, then `nodeBootIds`.
  public PublishedStatus bounded(PublishedStatus status) {
    if (fits(status)) {
      return status;
    }
    Set<String> complete = complete(status.nodeStatus());
    PublishedStatus smaller =
        with(
            status,
            without(status.nodeState(), complete),
            status.nodeStatus(),
            status.nodeBootIds());
    if (fits(smaller)) {
      return smaller;
    }
    smaller =
        with(
            smaller,
            smaller.nodeState(),
            without(smaller.nodeStatus(), complete),
            smaller.nodeBootIds());
    return fits(smaller)
        ? smaller
        : with(smaller, smaller.nodeState(), smaller.nodeStatus(), Collections.emptySortedMap());
  }

  private boolean fits(PublishedStatus status) {
    return StatusBound.of(status) <= limit
        || Statuses.json(status).getBytes(StandardCharsets.UTF_8).length <= limit;
  }

  private static Set<String> complete(SortedMap<String, Status> nodes) {
    SortedMap<String, Status> complete = new TreeMap<>(nodes);
    complete.values().removeIf(status -> status != Status.COMPLETE);
    return complete.keySet();
  }

  private static <V> SortedMap<String, V> without(SortedMap<String, V> map, Set<String> names) {
    SortedMap<String, V> rest = new TreeMap<>(map);
    rest.keySet().removeAll(names);
    return rest;
  }

  private static PublishedStatus with(
      PublishedStatus status,
      SortedMap<String, NodeState.Known> nodeState,
      SortedMap<String, Status> nodeStatus,
      SortedMap<String, String> nodeBootIds) {
    return new PublishedStatus(
        status.status(),
        status.present(),
        status.observedGeneration(),
        nodeStatus,
        nodeState,
        status.nodesInProgress(),
        status.completeNodes(),
        status.packageList(),
        status.conditions(),
        status.nodePriority(),
        status.nodeOrderOffset(),
        status.nodeOrder(),
        nodeBootIds,
        status.configUpdates(),
        status.compartments());
  }
}
