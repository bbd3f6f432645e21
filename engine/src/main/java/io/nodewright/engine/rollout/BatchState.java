package io.nodewright.engine.rollout;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a compartment remembers of its batches (05 §2.3); survives restarts in the status.
///
/// @param currentBatch number of the batch that runs or comes next, from 1; 0 in [#NONE]
/// @param consecutiveFailures failed batches in a row
/// @param completedNodes complete outcomes of all evaluated batches
/// @param failedNodes failed outcomes of all evaluated batches
/// @param lastBatchSize nodes of the last evaluated batch; 0 when none was evaluated
/// @param lastBatchFailed whether that batch missed its pass mark
/// @param shouldStop whether the compartment is stopped
/// @param currentBatchNodes current members
public record BatchState(
    int currentBatch,
    int consecutiveFailures,
    int completedNodes,
    int failedNodes,
    int lastBatchSize,
    boolean lastBatchFailed,
    boolean shouldStop,
    SortedSet<String> currentBatchNodes) {

  /// Of a compartment without a strategy: nothing is remembered.
  public static final BatchState NONE =
      new BatchState(0, 0, 0, 0, 0, false, false, Collections.emptySortedSet());

  /// Before the first batch, and after a reset (05 §9).
  public static final BatchState FIRST =
      new BatchState(1, 0, 0, 0, 0, false, false, Collections.emptySortedSet());

  /// Copies the members.
  public BatchState {
    currentBatchNodes =
        currentBatchNodes.isEmpty()
            ? Collections.emptySortedSet()
            : Collections.unmodifiableSortedSet(new TreeSet<>(currentBatchNodes));
  }

  /// This state with other current members.
  public BatchState withMembers(SortedSet<String> members) {
    return new BatchState(
        currentBatch,
        consecutiveFailures,
        completedNodes,
        failedNodes,
        lastBatchSize,
        lastBatchFailed,
        shouldStop,
        members);
  }
}
