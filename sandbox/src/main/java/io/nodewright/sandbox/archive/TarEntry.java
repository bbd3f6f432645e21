package io.nodewright.sandbox.archive;

/// One member of a tar archive.
///
/// @param path its path as written, without a trailing slash
/// @param kind what it is
/// @param mode its permission bits
/// @param uid its owner
/// @param gid its group
/// @param size length of its content in bytes
/// @param link what a link leads to; empty for all else
public record TarEntry(String path, Kind kind, int mode, int uid, int gid, long size, String link) {
  /// What a member is.
  public enum Kind {
    /// A regular file.
    FILE,
    /// A folder.
    FOLDER,
    /// A symbolic link.
    SYMBOLIC_LINK,
    /// Another name of a member that came before.
    HARD_LINK,
    /// A device, a pipe or something unknown.
    OTHER
  }
}
