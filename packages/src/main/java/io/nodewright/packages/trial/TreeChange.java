package io.nodewright.packages.trial;

import java.util.ArrayList;
import java.util.List;

/// What became of one path of the host.
///
/// @param kind whether it came, changed or went
/// @param path as the host has it
/// @param detail what there is to say, may be empty
public record TreeChange(Kind kind, String path, String detail) {

  private static final String ANEW = "written anew with the same content";

  /// How it changed.
  public enum Kind {
    ADDED("+"),
    CHANGED("~"),
    REMOVED("-");

    private final String sign;

    Kind(String sign) {
      this.sign = sign;
    }

    /// One character.
    public String sign() {
      return sign;
    }
  }

  /// For people: sign, path, detail.
  public String line() {
    return (kind.sign + " " + path + (detail.isEmpty() ? "" : "  " + detail)).stripTrailing();
  }

  static TreeChange of(String path, TreeEntry before, TreeEntry after) {
    if (after.kind() == TreeEntry.Kind.GONE) {
      return new TreeChange(Kind.REMOVED, shown(path, before), "");
    }
    if (before.kind() == TreeEntry.Kind.GONE) {
      return new TreeChange(Kind.ADDED, shown(path, after), described(after));
    }
    return new TreeChange(Kind.CHANGED, shown(path, after), difference(before, after));
  }

  /// Whether a file was written that was so before.
  boolean writtenAnew() {
    return kind == Kind.CHANGED && detail.equals(ANEW);
  }

  private static String shown(String path, TreeEntry entry) {
    return switch (entry.kind()) {
      case FOLDER, FOLDER_ANEW -> path + "/";
      case FILE, LINK, OTHER, GONE -> path;
    };
  }

  private static String described(TreeEntry entry) {
    return switch (entry.kind()) {
      case FILE ->
          entry.size() + (entry.size() == 1 ? " byte, mode " : " bytes, mode ") + entry.mode();
      case FOLDER, FOLDER_ANEW -> "mode " + entry.mode();
      case LINK -> "-> " + entry.content();
      case OTHER -> "neither file, folder nor link";
      case GONE -> "";
    };
  }

  private static String difference(TreeEntry before, TreeEntry after) {
    if (before.kind() != after.kind()) {
      return "was a " + word(before.kind()) + ", is a " + word(after.kind());
    }
    List<String> parts = new ArrayList<>();
    if (!before.content().equals(after.content())) {
      parts.add(
          after.kind() == TreeEntry.Kind.LINK
              ? before.content() + " -> " + after.content()
              : "other content");
    }
    if (!before.mode().equals(after.mode())) {
      parts.add("mode " + before.mode() + ", then " + after.mode());
    }
    if (!before.owner().equals(after.owner())) {
      parts.add("owner " + before.owner() + ", then " + after.owner());
    }
    return parts.isEmpty() ? ANEW : String.join("; ", parts);
  }

  private static String word(TreeEntry.Kind kind) {
    return switch (kind) {
      case FILE -> "file";
      case FOLDER -> "folder";
      case FOLDER_ANEW -> "folder without what was in it";
      case LINK -> "link";
      case OTHER -> "special file";
      case GONE -> "nothing";
    };
  }
}
