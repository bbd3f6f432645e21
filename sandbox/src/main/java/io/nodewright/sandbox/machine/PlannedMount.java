package io.nodewright.sandbox.machine;

/// One mount of a container.
///
/// @param kind what is shown
/// @param source where it lies on the node
/// @param target where the container sees it
/// @param readOnly whether the container may only read it
public record PlannedMount(Kind kind, String source, String target, boolean readOnly) {
  /// What is shown.
  public enum Kind {
    /// A folder that must be there.
    FOLDER("dir"),
    /// A folder that is made when it is not there.
    FOLDER_OR_NEW("dir+"),
    /// A file that must be there.
    FILE("file"),
    /// A file that is made when it is not there.
    FILE_OR_NEW("file+"),
    /// Whatever is there.
    ANY("any");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  /// The mount's kind as the script has it.
  String word() {
    return readOnly ? kind.word + "-ro" : kind.word;
  }
}
