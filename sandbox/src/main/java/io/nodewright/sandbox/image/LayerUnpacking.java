package io.nodewright.sandbox.image;

import io.nodewright.sandbox.archive.TarEntry;
import io.nodewright.sandbox.archive.TarReader;
import io.nodewright.sandbox.process.FolderRemoval;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Lays one layer of an image over those below it.
///
/// A file `.wh.NAME` takes NAME of a lower layer away, and `.wh..wh..opq` all that lower layers
/// have in its folder. Nothing is written outside the root, whatever the paths and links of the
/// layer say.
final class LayerUnpacking {
  private static final String TAKEN_AWAY = ".wh.";
  private static final int MOST_LINKS = 40;
  private static final String OPAQUE = ".wh..wh..opq";

  private final Path root;
  private final Set<Path> written = new HashSet<>();

  LayerUnpacking(Path root) {
    this.root = root;
  }

  /// Unpacks the tar archive `in`.
  ///
  /// @throws IOException when it is damaged, or a path of it leads out of the root
  void unpack(InputStream in) throws IOException {
    TarReader tar = new TarReader(in);
    for (Optional<TarEntry> entry = tar.next(); entry.isPresent(); entry = tar.next()) {
      place(entry.get(), tar);
    }
  }

  private void place(TarEntry entry, TarReader tar) throws IOException {
    Path path = below(entry.path());
    if (path.equals(root)) {
      return;
    }
    String name = path.getFileName().toString();
    Path folder = realFolder(path);
    if (name.equals(OPAQUE)) {
      clear(folder);
    } else if (name.startsWith(TAKEN_AWAY)) {
      FolderRemoval.of(folder.resolve(name.substring(TAKEN_AWAY.length())));
    } else {
      write(entry, tar, folder.resolve(name));
    }
  }

  private void write(TarEntry entry, TarReader tar, Path path) throws IOException {
    boolean folderStays =
        entry.kind() == TarEntry.Kind.FOLDER && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    if (!folderStays) {
      FolderRemoval.of(path);
    }
    switch (entry.kind()) {
      case FILE -> Files.copy(tar.contentStream(), path, StandardCopyOption.REPLACE_EXISTING);
      case FOLDER -> Files.createDirectories(path);
      case SYMBOLIC_LINK -> Files.createSymbolicLink(path, Path.of(entry.link()));
      case HARD_LINK -> {
        Path target = below(entry.link());
        Files.createLink(path, realFolder(target).resolve(target.getFileName().toString()));
      }
      case OTHER -> {
        return; // devices are the node's own
      }
    }
    written.add(path);
    if (entry.kind() == TarEntry.Kind.FILE || entry.kind() == TarEntry.Kind.FOLDER) {
      own(entry, path);
      Files.setAttribute(path, "unix:mode", entry.mode());
    }
  }

  private static void own(TarEntry entry, Path path) throws IOException {
    boolean root = Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    if (root) { // anybody else can only own it himself
      Files.setAttribute(path, "unix:uid", entry.uid());
      Files.setAttribute(path, "unix:gid", entry.gid());
    }
  }

  private void clear(Path folder) throws IOException {
    try (var found = Files.newDirectoryStream(folder)) {
      for (Path path : found) {
        if (written.stream().noneMatch(mine -> mine.startsWith(path))) {
          FolderRemoval.of(path);
        }
      }
    }
  }

  private Path below(String name) throws IOException {
    Path path = root.resolve(name.replaceFirst("^/+", "")).normalize();
    if (!path.startsWith(root)) {
      throw new IOException(name + ": leads out of the image");
    }
    return path;
  }

  /// The folder of `path` with its links followed below the root; made when it is not there.
  private Path realFolder(Path path) throws IOException {
    Path at = root;
    for (Path part : root.relativize(path.getParent())) {
      at = at.resolve(part);
      for (int hops = 0; Files.isSymbolicLink(at); hops++) {
        String target = Files.readSymbolicLink(at).toString();
        Path next =
            target.startsWith("/")
                ? root.resolve(target.replaceFirst("^/+", ""))
                : at.resolveSibling(target);
        at = next.normalize();
        if (hops > MOST_LINKS || !at.startsWith(root)) {
          throw new IOException(path + ": leads out of the image by a link");
        }
      }
      Files.createDirectories(at);
    }
    return at;
  }
}
