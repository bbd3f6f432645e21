package io.nodewright.sandbox.process;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/// Copies files and folders with their links and permissions.
public final class FolderCopy {
  private FolderCopy() {}

  /// Copies `from`, a file, link or folder, to `to`. What this user may not read is left out.
  public static void of(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(target(folder));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isOther()) {
              return FileVisitResult.CONTINUE;
            }
            try {
              Files.copy(
                  file,
                  target(file),
                  LinkOption.NOFOLLOW_LINKS,
                  StandardCopyOption.COPY_ATTRIBUTES,
                  StandardCopyOption.REPLACE_EXISTING);
            } catch (AccessDeniedException _) {
              // Left out, as said.
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException problem) {
            return FileVisitResult.CONTINUE;
          }

          private Path target(Path path) {
            return to.resolve(from.relativize(path).toString());
          }
        });
  }
}
