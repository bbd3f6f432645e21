package io.nodewright.packages.trial;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One file, folder or link of a host.
///
/// @param kind what it is
/// @param mode its rights, as in `0755`
/// @param owner user and group
/// @param content SHA-256 of a file, target of a link, else empty
/// @param size in bytes, of a file
/// @param written when a file was written last, in nanoseconds; 0 for what is no file, since a
///   folder's time tells of its entries
record TreeEntry(Kind kind, String mode, String owner, String content, long size, long written) {

  enum Kind {
    FILE,
    FOLDER,
    /// A folder that does not show what was below it before.
    FOLDER_ANEW,
    LINK,
    OTHER,
    /// What was there is not there any more.
    GONE
  }

  static final TreeEntry NOTHING = new TreeEntry(Kind.GONE, "", "", "", 0, 0);
  private static final LinkOption AS_IT_IS = LinkOption.NOFOLLOW_LINKS;

  /// The entry at that path; empty when there is none.
  ///
  /// @param overlay whether the path is in the upper folder of an overlay, which marks what is gone
  static Optional<TreeEntry> at(Path path, boolean overlay) throws IOException {
    if (!Files.exists(path, AS_IT_IS)) {
      return Optional.empty();
    }
    PosixFileAttributes is = Files.readAttributes(path, PosixFileAttributes.class, AS_IT_IS);
    Map<String, Object> unix = Files.readAttributes(path, "unix:mode,uid,gid", AS_IT_IS);
    String mode = "%04o".formatted((int) unix.getOrDefault("mode", 0) & 07777);
    String owner = unix.get("uid") + ":" + unix.get("gid");
    if (is.isSymbolicLink()) {
      String target = Files.readSymbolicLink(path).toString();
      return Optional.of(new TreeEntry(Kind.LINK, "", owner, target, 0, 0));
    }
    if (is.isDirectory()) {
      Kind kind = overlay && opaque(path) ? Kind.FOLDER_ANEW : Kind.FOLDER;
      return Optional.of(new TreeEntry(kind, mode, owner, "", 0, 0));
    }
    if (is.isRegularFile()) {
      long written = is.lastModifiedTime().to(java.util.concurrent.TimeUnit.NANOSECONDS);
      return Optional.of(new TreeEntry(Kind.FILE, mode, owner, digest(path), is.size(), written));
    }
    return Optional.of(
        overlay ? NOTHING : new TreeEntry(Kind.OTHER, mode, owner, "", 0, 0)); // a whiteout
  }

  private static boolean opaque(Path folder) throws IOException {
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(folder, UserDefinedFileAttributeView.class);
    List<String> names = view == null ? List.of() : view.list();
    return names.contains("overlay.opaque");
  }

  private static String digest(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      return "unreadable";
    }
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, sha).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
