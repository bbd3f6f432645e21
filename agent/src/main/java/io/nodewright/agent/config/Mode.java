package io.nodewright.agent.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What one run of the agent does (06 §5).
public enum Mode {
  UNINSTALL("uninstall"),
  UNINSTALL_CHECK("uninstall-check"),
  UPGRADE("upgrade"),
  UPGRADE_CHECK("upgrade-check"),
  APPLY("apply"),
  APPLY_CHECK("apply-check"),
  CONFIG("config"),
  CONFIG_CHECK("config-check"),
  INTERRUPT("interrupt"),
  POST_INTERRUPT("post-interrupt"),
  POST_INTERRUPT_CHECK("post-interrupt-check");

  private final String word;

  Mode(String word) {
    this.word = word;
  }

  /// The word of the command line and of config.json.
  public String word() {
    return word;
  }

  /// The mode of that exact word, if there is one.
  public static Optional<Mode> of(String word) {
    for (Mode mode : values()) {
      if (mode.word.equals(word)) {
        return Optional.of(mode);
      }
    }
    return Optional.empty();
  }

  /// All eleven words, in the contract's order, for messages.
  public static String words() {
    List<String> words = new ArrayList<>();
    for (Mode mode : values()) {
      words.add(mode.word);
    }
    return String.join(", ", words);
  }

  /// Whether its steps only look: every step runs, none leaves a marker (06 §8.1).
  public boolean checks() {
    return switch (this) {
      case UNINSTALL_CHECK, UPGRADE_CHECK, APPLY_CHECK, CONFIG_CHECK, POST_INTERRUPT_CHECK -> true;
      case UNINSTALL, UPGRADE, APPLY, CONFIG, INTERRUPT, POST_INTERRUPT -> false;
    };
  }

  /// The check mode that a work mode with steps must have, empty for the others (06 §7.3 rule 4).
  public Optional<Mode> check() {
    return switch (this) {
      case UNINSTALL -> Optional.of(UNINSTALL_CHECK);
      case UPGRADE -> Optional.of(UPGRADE_CHECK);
      case APPLY -> Optional.of(APPLY_CHECK);
      case CONFIG -> Optional.of(CONFIG_CHECK);
      case POST_INTERRUPT -> Optional.of(POST_INTERRUPT_CHECK);
      case UNINSTALL_CHECK, UPGRADE_CHECK, APPLY_CHECK, CONFIG_CHECK -> Optional.empty();
      case INTERRUPT, POST_INTERRUPT_CHECK -> Optional.empty();
    };
  }

  /// Whether the package is being taken off: its config files and `root_dir` do not matter then (06
  /// §5 point 9).
  public boolean uninstalls() {
    return this == UNINSTALL || this == UNINSTALL_CHECK;
  }

  /// Whether steps are told the previous and the current version (06 §9).
  public boolean upgrades() {
    return this == UPGRADE || this == UPGRADE_CHECK;
  }

  /// Whether a step that does not look after itself is skipped once its marker exists (06 §8.1,
  /// last two rows).
  public boolean skipsDoneSteps() {
    return this == APPLY || this == POST_INTERRUPT;
  }
}
