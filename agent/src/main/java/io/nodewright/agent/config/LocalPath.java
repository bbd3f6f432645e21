package io.nodewright.agent.config;

/// Relative names that a manifest gives (06 §6.1, §10).
public final class LocalPath {

  private LocalPath() {}

  /// Whether a path names something below the directory it is relative to: not empty, not absolute,
  /// and no `..` that climbs out. Looks at the text only; links are the host's matter.
  public static boolean isLocal(String path) {
    if (path.isEmpty() || path.startsWith("/")) {
      return false;
    }
    int depth = 0;
    for (String component : path.split("/", -1)) {
      if (component.equals("..")) {
        depth--;
      } else if (!component.isEmpty() && !component.equals(".")) {
        depth++;
      }
      if (depth < 0) {
        return false;
      }
    }
    return depth > 0;
  }
}
