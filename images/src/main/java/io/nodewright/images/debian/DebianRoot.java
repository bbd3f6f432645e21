package io.nodewright.images.debian;

import io.nodewright.images.process.ChildProcess;
import io.nodewright.images.process.Folders;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// A root folder made of packages.
public final class DebianRoot {
  /// What nobody reads in a container. Licences stay: `usr/share/doc/*/copyright`.
  private static final List<String> LEFT_OUT =
      List.of(
          "usr/share/man",
          "usr/share/info",
          "usr/share/locale",
          "usr/share/lintian",
          "usr/share/bug",
          "usr/share/common-licenses",
          "usr/share/menu",
          "usr/share/doc-base",
          "usr/share/gcc",
          "usr/share/gdb",
          "usr/lib/x86_64-linux-gnu/gconv",
          "usr/lib/aarch64-linux-gnu/gconv",
          "var/cache",
          "media",
          "mnt",
          "srv",
          "home",
          "boot");

  private static final List<String> MERGED = List.of("bin", "sbin", "lib", "lib64");

  private DebianRoot() {}

  /// Unpacks `packages` into `folder`, all of each.
  public static void unpack(List<DebianPackage> packages, Path folder) throws IOException {
    for (String name : MERGED) {
      Files.createDirectories(folder.resolve("usr").resolve(name));
      if (!Files.isSymbolicLink(folder.resolve(name))) {
        Files.createSymbolicLink(folder.resolve(name), Path.of("usr", name));
      }
    }
    for (DebianPackage one : packages) {
      // Not dpkg-deb -x: it puts a folder in the place of a link such as /bin.
      String quoted = "'" + one.file() + "'";
      new ChildProcess(
              List.of(
                  "bash",
                  "-o",
                  "pipefail",
                  "-c",
                  "dpkg-deb --fsys-tarfile %s | tar -x --no-same-owner --keep-directory-symlink -C '%s'"
                      .formatted(quoted, folder)))
          .run();
    }
  }

  /// Takes out of `folder` what a container does not use, and leaves in `var/lib/dpkg/status.d`
  /// what scanners read to know the packages.
  public static void trim(List<DebianPackage> packages, Path folder) throws IOException {
    for (String name : LEFT_OUT) {
      Folders.remove(folder.resolve(name));
    }
    removeDocumentation(folder.resolve("usr/share/doc"));
    Path known = Files.createDirectories(folder.resolve("var/lib/dpkg/status.d"));
    for (DebianPackage one : packages) {
      String control =
          new ChildProcess(List.of("dpkg-deb", "--field", one.file().toString())).run();
      Files.writeString(known.resolve(one.name()), control);
    }
    Files.createDirectories(folder.resolve("tmp"));
    Files.setPosixFilePermissions(
        folder.resolve("tmp"), PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  /// All but licences, which must go along.
  private static void removeDocumentation(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!file.getFileName().toString().equals("copyright")
                && !(attributes.isSymbolicLink() && Files.isDirectory(file))) {
              Files.delete(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
