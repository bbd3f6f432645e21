package io.nodewright.packages.trial;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// A folder for one trial.
///
/// @param path where it is
public record WorkFolder(Path path) {

  /// Makes an empty one.
  ///
  /// @param in the folder to make it in; empty for that of temporary files
  public static WorkFolder make(String in) throws IOException {
    if (in.isEmpty()) {
      return new WorkFolder(Files.createTempDirectory("nodewright-trial").toRealPath());
    }
    Path folder = Files.createDirectories(Path.of(in));
    return new WorkFolder(Files.createTempDirectory(folder, "trial").toRealPath());
  }

  /// Removes it with all that is in it; links are not followed.
  public void remove() throws IOException {
    Files.walkFileTree(path, new Removal());
  }

  private static final class Removal extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      // Steps may have locked one, and overlay mounts leave one that nobody may open.
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
      // A folder that could not be opened; with its rights changed it can.
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
      new WorkFolder(file).remove();
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
        throws IOException {
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
