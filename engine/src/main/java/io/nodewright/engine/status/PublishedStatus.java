package io.nodewright.engine.status;

import io.nodewright.engine.lifecycle.NodeState;
import io.nodewright.engine.names.ByName;
import io.nodewright.engine.rollout.BatchState;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/// `status` of a NodeWright (01 §4.1): what is stored, or what is to be stored. Everything but the
/// memory of batches, boot ids and config changes is a published result and never an input.
///
/// @param status the roll-up; [Status#UNKNOWN] before the first pass
/// @param present whether any status was stored yet
/// @param observedGeneration generation last seen complete; 0 for none
/// @param nodeStatus status of each node in scope
/// @param nodeState copy of each node's readable record
/// @param nodesInProgress nodes in progress or erroring
/// @param completeNodes `<complete>/<selected>`
/// @param packageList `name:version` items, sorted, joined by `,`
/// @param conditions by type, bare ones before their twins
/// @param nodePriority members and when they were picked; memory
/// @param nodeOrderOffset entries that have left `nodePriority`; memory
/// @param nodeOrder pinned order of each member; memory
/// @param nodeBootIds boot id last handled; memory
/// @param configUpdates changed config keys by package; memory
/// @param compartments by name; their batch state is memory
public record PublishedStatus(
    Status status,
    boolean present,
    long observedGeneration,
    SortedMap<String, Status> nodeStatus,
    SortedMap<String, NodeState.Known> nodeState,
    int nodesInProgress,
    String completeNodes,
    String packageList,
    List<Condition> conditions,
    SortedMap<String, Instant> nodePriority,
    int nodeOrderOffset,
    SortedMap<String, Integer> nodeOrder,
    SortedMap<String, String> nodeBootIds,
    SortedMap<String, List<String>> configUpdates,
    SortedMap<String, CompartmentStatus> compartments) {

  /// Nothing stored yet.
  public static final PublishedStatus NONE =
      new PublishedStatus(
          Status.UNKNOWN,
          false,
          0,
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          0,
          "0/0",
          "",
          List.of(),
          Collections.emptySortedMap(),
          0,
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          Collections.emptySortedMap());

  /// Copies the collections.
  public PublishedStatus {
    nodeStatus = ByName.copyOf(nodeStatus);
    nodeState = ByName.copyOf(nodeState);
    conditions = List.copyOf(conditions);
    nodePriority = ByName.copyOf(nodePriority);
    nodeOrder = ByName.copyOf(nodeOrder);
    nodeBootIds = ByName.copyOf(nodeBootIds);
    configUpdates = ByName.copyOf(configUpdates);
    compartments = ByName.copyOf(compartments);
  }

  /// One compartment (01 §4.1).
  ///
  /// @param matched nodes assigned
  /// @param ceiling of its budget
  /// @param inProgress nodes in progress
  /// @param completed nodes complete
  /// @param progressPercent `completed * 100 / matched`
  /// @param batch memory of its batches; [BatchState#NONE] when it has no strategy
  public record CompartmentStatus(
      int matched,
      int ceiling,
      int inProgress,
      int completed,
      int progressPercent,
      BatchState batch) {}
}
