package io.nodewright.packages.trial;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What is on a trial's host at one moment, by path. Of `/usr`, which is this computer's below what
/// the host changed, it has what is otherwise than there.
final class HostTree {

  private static final Path USR = Path.of("/usr");

  private final SortedMap<String, TreeEntry> entries;

  private HostTree(SortedMap<String, TreeEntry> entries) {
    this.entries = Collections.unmodifiableSortedMap(entries);
  }

  /// One part of a host.
  ///
  /// @param folder where it lies
  /// @param path where the host has it
  /// @param leftOut paths of the host that do not count, with all below them
  private record Part(Path folder, String path, List<String> leftOut) {

    boolean overlay() {
      return path.equals("/usr");
    }

    void read(SortedMap<String, TreeEntry> into) throws IOException {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes)
                throws IOException {
              return take(at) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path at, BasicFileAttributes attributes)
                throws IOException {
              take(at);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path at, IOException problem)
                throws IOException {
              take(at); // a folder that even its owner may not open
              return FileVisitResult.CONTINUE;
            }

            private boolean take(Path at) throws IOException {
              String name = folder.relativize(at).toString();
              if (name.isEmpty()) {
                return true;
              }
              String there = path + "/" + name;
              if (leftOut.contains(there)) {
                return false;
              }
              Optional<TreeEntry> found = TreeEntry.at(at, overlay());
              if (found.isPresent() && !(overlay() && found.equals(computers(there)))) {
                into.put(there, found.get());
              }
              return true;
            }
          });
    }
  }

  /// Reads it.
  ///
  /// @param work the trial's folder
  /// @param leftOut paths of the host that do not count
  static HostTree of(Path work, List<String> leftOut) throws IOException {
    SortedMap<String, TreeEntry> entries = new TreeMap<>();
    List<String> without = new ArrayList<>(List.of("/usr", "/proc", "/sys", "/dev"));
    without.addAll(leftOut);
    new Part(work.resolve("host"), "", without).read(entries);
    new Part(work.resolve("usr/upper"), "/usr", leftOut).read(entries);
    new Part(work.resolve("proc-sys"), "/proc/sys", List.of()).read(entries);
    return new HostTree(entries);
  }

  /// What is otherwise in `later`, by path.
  List<TreeChange> changesTo(HostTree later) throws IOException {
    SortedSet<String> paths = new TreeSet<>(entries.keySet());
    paths.addAll(later.entries.keySet());
    List<TreeChange> changes = new ArrayList<>();
    for (String path : paths) {
      TreeEntry before = at(path);
      TreeEntry after = later.at(path);
      if (!before.equals(after)) {
        changes.add(TreeChange.of(path, before, after));
      }
    }
    return changes;
  }

  private TreeEntry at(String path) throws IOException {
    TreeEntry own = entries.get(path);
    return own == null ? computers(path).orElse(TreeEntry.NOTHING) : own;
  }

  /// What this computer has in its `/usr`, which the host shows where it has nothing of its own.
  private static Optional<TreeEntry> computers(String path) throws IOException {
    Path there = Path.of(path);
    return there.startsWith(USR) && !there.equals(USR)
        ? TreeEntry.at(there, false)
        : Optional.empty();
  }
}
