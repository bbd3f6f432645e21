package io.nodewright.packages.skeleton;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// A stage that an author can have steps for; each comes with its check.
public enum SkeletonStage {
  APPLY("apply"),
  CONFIG("config"),
  UPGRADE("upgrade"),
  POST_INTERRUPT("post-interrupt"),
  UNINSTALL("uninstall");

  private final String word;

  SkeletonStage(String word) {
    this.word = word;
  }

  /// The word of config.json.
  public String word() {
    return word;
  }

  /// The stage of that word, if it is one.
  public static Optional<SkeletonStage> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /// All words, for messages.
  public static String words() {
    return Arrays.stream(values()).map(SkeletonStage::word).collect(Collectors.joining(", "));
  }

  /// The script of the stage, without its ending.
  String script() {
    return word.replace('-', '_');
  }
}
