package io.nodewright.packages.lint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The files of a package's folder.
///
/// @param folder the package's
/// @param paths of its regular files, relative, with `/`; what lies below a `.git` is left out
record PackageFiles(Path folder, SortedSet<String> paths) {

  private static final long MOST_READ = 1 << 20;

  PackageFiles {
    paths = new TreeSet<>(paths);
  }

  static PackageFiles of(Path folder) throws IOException {
    SortedSet<String> paths = new TreeSet<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        String name = folder.relativize(path).toString();
        boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
        if (file && !name.startsWith(".git/")) {
          paths.add(name);
        }
      }
    }
    return new PackageFiles(folder, paths);
  }

  /// The paths below a folder of the package.
  List<String> below(String name) {
    return paths.stream().filter(path -> path.startsWith(name + "/")).toList();
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  /// A file's text, byte for character; empty for one that is too long to be read, for a link out
  /// of the package, and for what is not there.
  String text(String name) throws IOException {
    if (!paths.contains(name) || Files.size(path(name)) > MOST_READ) {
      return "";
    }
    return Files.readString(path(name), StandardCharsets.ISO_8859_1);
  }

  /// Whether it is text rather than a program or a picture.
  boolean isText(String name) throws IOException {
    return text(name).indexOf('\0') < 0;
  }
}
