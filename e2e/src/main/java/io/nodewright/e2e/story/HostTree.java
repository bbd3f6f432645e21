package io.nodewright.e2e.story;

import io.nodewright.e2e.machine.RealNode;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Where a node's `/etc` and `/usr` are not what they were when it was made.
///
/// @param digests of each file that came or was changed, by its path without a leading slash; for
///   one that went, and for links and the like, a word
record HostTree(SortedMap<String, String> digests) {
  private static final List<String> LOOKED_AT = List.of("etc", "usr");

  HostTree {
    digests = new TreeMap<>(digests);
  }

  static HostTree of(RealNode node) throws IOException {
    SortedMap<String, String> digests = new TreeMap<>();
    for (String part : LOOKED_AT) {
      Path top = node.written(part);
      if (Files.isDirectory(top)) {
        try (Stream<Path> all = Files.walk(top)) {
          for (Path file : all.filter(path -> !isFolder(path)).toList()) {
            String path = part + "/" + top.relativize(file);
            String content = content(file);
            if (!content.equals(content(node.original(path)))) {
              digests.put(path, content);
            }
          }
        }
      }
    }
    return new HostTree(digests);
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  /// A disk notes with a device that a file went.
  private static String content(Path file) throws IOException {
    if (Files.isSymbolicLink(file)) {
      return "link to " + Files.readSymbolicLink(file);
    }
    return Files.isRegularFile(file) ? Packing.digest(file) : "no file";
  }

  /// The files that are in one of both only, or not alike.
  SortedSet<String> differsFrom(HostTree other) {
    SortedSet<String> paths = new TreeSet<>(digests.keySet());
    paths.addAll(other.digests.keySet());
    paths.removeIf(
        path ->
            digests.containsKey(path)
                && other.digests.containsKey(path)
                && digests.get(path).equals(other.digests.get(path)));
    return paths;
  }
}
