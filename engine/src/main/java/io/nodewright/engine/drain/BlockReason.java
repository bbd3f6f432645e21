package io.nodewright.engine.drain;

import java.util.Optional;

/// Why a pod blocks a drain (04 §7.1).
public enum BlockReason {
  POD_DISRUPTION_BUDGET("PodDisruptionBudget"),
  UNMANAGED_POD("UnmanagedPod"),
  EMPTY_DIR_DATA("EmptyDirData");

  private final String word;

  BlockReason(String word) {
    this.word = word;
  }

  /// The word as recorded, and as the reason of the condition.
  public String word() {
    return word;
  }

  /// The reason of that word; empty when there is none.
  public static Optional<BlockReason> of(String word) {
    for (BlockReason reason : values()) {
      if (reason.word.equals(word)) {
        return Optional.of(reason);
      }
    }
    return Optional.empty();
  }
}
