package io.nodewright.engine.status;

import java.util.Optional;

/// The status of a node for one NodeWright, or of a NodeWright: exactly these eight words (02
/// §1.3).
public enum Status {
  COMPLETE("complete"),
  BLOCKED("blocked"),
  WAITING("waiting"),
  DISABLED("disabled"),
  PAUSED("paused"),
  IN_PROGRESS("in_progress"),
  ERRORING("erroring"),
  UNKNOWN("unknown");

  private final String word;

  Status(String word) {
    this.word = word;
  }

  /// The word as written on nodes and in status.
  public String word() {
    return word;
  }

  /// The status of that word; empty when there is none.
  public static Optional<Status> of(String word) {
    for (Status status : values()) {
      if (status.word.equals(word)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}
