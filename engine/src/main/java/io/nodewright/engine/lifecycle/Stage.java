package io.nodewright.engine.lifecycle;

import java.util.Optional;

/// The phase a package is in on a node: exactly these seven words (02 §1.1). A check is never a
/// stage.
public enum Stage {
  UNINSTALL("uninstall", 0),
  UNINSTALL_INTERRUPT("uninstall-interrupt", 1),
  APPLY("apply", 2),
  UPGRADE("upgrade", 2),
  CONFIG("config", 3),
  INTERRUPT("interrupt", 4),
  POST_INTERRUPT("post-interrupt", 5);

  private final String word;
  private final int progress;

  Stage(String word, int progress) {
    this.word = word;
    this.progress = progress;
  }

  /// The word as written on nodes, Jobs and in status.
  public String word() {
    return word;
  }

  /// Whether this stage comes before `other` in the progress order of 02 §1.1; `apply` and
  /// `upgrade` are equal.
  public boolean before(Stage other) {
    return progress < other.progress;
  }

  /// Whether this stage comes after `other` in the progress order of 02 §1.1.
  public boolean after(Stage other) {
    return progress > other.progress;
  }

  /// Whether the stage belongs to the uninstall lane (02 §1.1, LD3).
  public boolean inUninstallLane() {
    return this == UNINSTALL || this == UNINSTALL_INTERRUPT;
  }

  /// Whether an interrupt Job, not a package Job, runs this stage (02 §1.1).
  public boolean isInterrupt() {
    return this == INTERRUPT || this == UNINSTALL_INTERRUPT;
  }

  /// The stage of that word; empty when there is none.
  public static Optional<Stage> of(String word) {
    for (Stage stage : values()) {
      if (stage.word.equals(word)) {
        return Optional.of(stage);
      }
    }
    return Optional.empty();
  }
}
