package io.nodewright.oci.layer;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The one time that all files of all images bear.
public final class FixedTime {
  /// The first second of 2026, as in the jars of this project.
  public static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  private FixedTime() {}

  /// Gives it to all files and folders below `folder`, so that a program that is run there sees
  /// what it will see in a container. A start cache holds only for jars of the same time.
  public static void stamp(Path folder) throws IOException {
    FileTime time = FileTime.from(AT);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()) { // a link's own time is not written anyway
              Files.setLastModifiedTime(file, time);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path left, @Nullable IOException problem)
              throws IOException {
            Files.setLastModifiedTime(left, time);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
