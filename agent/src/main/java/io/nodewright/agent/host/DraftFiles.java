package io.nodewright.agent.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// Files and directories that are made beside the one they will replace, then renamed: a reader
/// sees the old content or the new. A run that is killed in between leaves its draft behind, which
/// the next run of the same owner takes away. Other packages' agents may be at work in the same
/// directory, so nobody takes away another owner's.
///
/// @param owner tells the drafts of one package of one NodeWright from all others; a few letters
///   and digits
public record DraftFiles(String owner) {

  private static final String PREFIX = ".nw-";
  private static final String RUN =
      Long.toHexString(System.nanoTime() ^ (ProcessHandle.current().pid() << 40));
  private static final AtomicLong DRAFTS = new AtomicLong();

  /// A name that nothing has, in the same directory.
  Path beside(Path target) {
    return target.resolveSibling(ofOwner() + RUN + "-" + DRAFTS.incrementAndGet());
  }

  /// Makes a directory that has its permissions from its first moment on: a run that is killed in
  /// between would leave others, and a directory that exists keeps what it has (06 §10).
  void newDirectory(Path target, Set<PosixFilePermission> permissions) throws IOException {
    Path fresh = beside(target);
    try {
      Files.createDirectory(fresh);
      Files.setPosixFilePermissions(fresh, permissions);
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
        throw e; // else another package's agent was faster
      }
    }
  }

  /// Removes what earlier runs of the owner left in that directory; nothing if it is not there.
  void sweep(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> left = new ArrayList<>();
    try (Stream<Path> entries = Files.list(directory)) {
      entries.filter(this::isLeft).forEach(left::add);
    }
    for (Path draft : left) {
      Files.deleteIfExists(draft);
    }
  }

  private boolean isLeft(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(ofOwner())
        && !name.startsWith(ofOwner() + RUN + "-")
        && (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            || Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS));
  }

  private String ofOwner() {
    return PREFIX + owner + "-";
  }

  /// Makes what was created, renamed or removed in a directory survive a host that goes down hard.
  static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
