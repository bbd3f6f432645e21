package io.nodewright.engine.lifecycle;

import java.util.Optional;

/// How far a package's stage is: exactly these five words (02 §1.2).
public enum StageState {
  IN_PROGRESS("in_progress"),
  /// At least one genuine failure was seen and no success yet; stays while a retry runs.
  ERRORING("erroring"),
  COMPLETE("complete"),
  /// Only at stage `interrupt`: another package's interrupt Job covers this one.
  SKIPPED("skipped"),
  /// Never written by us; read as "not complete" (hand edits).
  UNKNOWN("unknown");

  private final String word;

  StageState(String word) {
    this.word = word;
  }

  /// The word as written on nodes and in status.
  public String word() {
    return word;
  }

  /// Whether work on the stage may still change the record: neither complete nor covered by another
  /// package.
  public boolean open() {
    return this != COMPLETE && this != SKIPPED;
  }

  /// The state of that word; empty when there is none.
  public static Optional<StageState> of(String word) {
    for (StageState state : values()) {
      if (state.word.equals(word)) {
        return Optional.of(state);
      }
    }
    return Optional.empty();
  }
}
