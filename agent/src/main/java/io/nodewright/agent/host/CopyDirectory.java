package io.nodewright.agent.host;

import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Phase;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// COPY of the contract: the package's files on the host (06 §10).
///
/// @param root the host
/// @param hostPath COPY
public record CopyDirectory(HostRoot root, String hostPath) {

  /// Uses COPY as it is, or fills it from the package data directory, node files on top.
  ///
  /// @param data the package data directory in the container
  /// @param nodeFiles laid on top when it exists
  /// @throws AgentFailure when COPY is no directory, or there is nothing to fill it from (06 B10,
  ///   B11)
  public void prepare(Path data, Path nodeFiles) throws AgentFailure {
    if (exists()) {
      return;
    }
    if (!Files.exists(data)) {
      throw Phase.PACKAGE_DATA.failure("package data directory \"" + data + "\" not found");
    }
    if (!Files.isDirectory(data)) {
      throw Phase.PACKAGE_DATA.failure(
          "package data directory \"" + data + "\" is not a directory");
    }
    try {
      fill(data, nodeFiles);
    } catch (IOException e) {
      throw Phase.PACKAGE_DATA.failure(
          "COPY \"" + hostPath + "\" cannot be filled: " + Causes.of(e));
    }
  }

  /// Uses COPY as it is, or creates it empty: an interrupt needs no more than a working directory
  /// (A62).
  ///
  /// @throws AgentFailure when COPY is no directory or cannot be made
  public void prepareEmpty() throws AgentFailure {
    if (exists()) {
      return;
    }
    try {
      root.createDirectories(hostPath);
    } catch (IOException e) {
      throw Phase.PACKAGE_DATA.failure(
          "COPY \"" + hostPath + "\" cannot be created: " + Causes.of(e));
    }
  }

  private boolean exists() throws AgentFailure {
    try {
      Path copy = root.resolve(hostPath);
      if (!Files.exists(copy, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      if (Files.isDirectory(copy, LinkOption.NOFOLLOW_LINKS)) {
        return true;
      }
    } catch (IOException e) {
      throw Phase.PACKAGE_DATA.failure(
          "COPY \"" + hostPath + "\" cannot be looked up: " + Causes.of(e));
    }
    throw Phase.PACKAGE_DATA.failure("COPY \"" + hostPath + "\" is not a directory");
  }

  /// Into a directory beside it first: a run cut off in between leaves no half COPY that the next
  /// one would use.
  private void fill(Path data, Path nodeFiles) throws IOException {
    Path copy = root.resolve(hostPath);
    root.createDirectories(root.hostPath(copy) + "/..");
    Path filling = copy.resolveSibling("." + copy.getFileName() + ".filling");
    deleteTree(filling);
    try {
      HostRoot.newDirectory(filling);
      Files.walkFileTree(data, new Merge(data, filling));
      if (Files.isDirectory(nodeFiles)) {
        Files.walkFileTree(nodeFiles, new Merge(nodeFiles, filling));
      }
      Files.move(filling, copy, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      deleteTree(filling);
    }
  }

  private static void deleteTree(Path top) throws IOException {
    if (!Files.exists(top, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e)
              throws IOException {
            if (e != null) {
              throw e;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /// Copies a tree, links as links (those of a mounted ConfigMap are relative), later files over
  /// earlier ones.
  private static final class Merge extends SimpleFileVisitor<Path> {

    private final Path source;
    private final Path target;

    Merge(Path source, Path target) {
      this.source = source;
      this.target = target;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      Path copy = target.resolve(source.relativize(directory).toString());
      if (!Files.isDirectory(copy, LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(copy);
        HostRoot.newDirectory(copy);
        Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(directory));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (attributes.isOther()) {
        throw new IOException("\"" + file + "\" is not a regular file");
      }
      Files.copy(
          file,
          target.resolve(source.relativize(file).toString()),
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES,
          LinkOption.NOFOLLOW_LINKS);
      return FileVisitResult.CONTINUE;
    }
  }
}
