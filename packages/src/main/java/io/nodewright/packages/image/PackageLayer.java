package io.nodewright.packages.image;

import io.nodewright.oci.layer.PackedLayer;
import io.nodewright.oci.layer.Packing;
import io.nodewright.packages.PackageFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/// The layer of an image that holds the package. Times, owners and what a umask decides are the
/// same for everyone: of a file's rights only whether its owner may execute it counts.
final class PackageLayer {

  private static final String TITLE = "package";
  private static final String WHERE = "skyhook-package";
  private static final Set<PosixFilePermission> PROGRAM =
      PosixFilePermissions.fromString("rwxr-xr-x");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-r--r--");

  private PackageLayer() {}

  /// Packs it.
  ///
  /// @param work an empty folder
  static PackedLayer of(PackageFolder source, Path work) throws IOException {
    Path root = work.resolve("root");
    Path target = folder(folder(root).resolve(WHERE));
    for (String part : PackageFolder.PARTS) {
      Path from = source.folder().resolve(part);
      if (Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
        copy(from, target.resolve(part));
      }
    }
    return Packing.pack(TITLE, root, _ -> true, work.resolve("layer.tar.gz"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        Path copy = to.resolve(from.relativize(each).toString()).normalize();
        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
          folder(copy);
        } else if (Files.isSymbolicLink(each)) {
          Files.createSymbolicLink(copy, Files.readSymbolicLink(each));
        } else if (Files.isRegularFile(each)) {
          Files.copy(each, copy);
          boolean program =
              Files.getPosixFilePermissions(each).contains(PosixFilePermission.OWNER_EXECUTE);
          Files.setPosixFilePermissions(copy, program ? PROGRAM : FILE);
        } else {
          throw new IOException(each + ": neither file, folder nor link; an image has only these");
        }
      }
    }
  }

  private static Path folder(Path path) throws IOException {
    Files.createDirectory(path);
    Files.setPosixFilePermissions(path, PROGRAM);
    return path;
  }
}
