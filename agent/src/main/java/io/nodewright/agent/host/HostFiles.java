package io.nodewright.agent.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/// Puts one file of the container or the package in the place of one on the host.
final class HostFiles {

  private HostFiles() {}

  /// Bytes and permission bits of `source` at `target`: a new file beside it, then renamed, so that
  /// a reader sees the old or the new one. A target that cannot be renamed over (a mount point, as
  /// `resolv.conf` of a host that is itself a container) is written in place.
  static void replace(Path source, Path target, DraftFiles drafts) throws IOException {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && Files.isSameFile(source, target)) {
      return;
    }
    Path fresh = drafts.beside(target);
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(source);
    try {
      Files.copy(source, fresh, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(fresh, permissions);
      DraftFiles.sync(fresh); // a host that goes down hard keeps the old file or the new one
      try {
        Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
          throw e;
        }
        Files.write(target, Files.readAllBytes(source));
        Files.setPosixFilePermissions(target, permissions);
      }
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}
