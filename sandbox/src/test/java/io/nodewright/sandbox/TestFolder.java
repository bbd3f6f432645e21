package io.nodewright.sandbox;

import io.nodewright.sandbox.process.FolderRemoval;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A folder for a test. JUnit's own warns of each link that leads out, and roots of nodes are full
/// of them.
public final class TestFolder implements AutoCloseable {
  private final Path path;

  /// An empty folder.
  public TestFolder() {
    try {
      path = Files.createTempDirectory("nodewright-sandbox");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Where it is.
  public Path path() {
    return path;
  }

  /// The path of `name` in it.
  public Path resolve(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() {
    try {
      FolderRemoval.of(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
