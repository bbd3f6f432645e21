package io.nodewright.sandbox.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Ahead-of-time caches for Java programs of this build, made once per build and JDK by a run of
/// the program. With one a start takes about half of the processor time. Without one, when it
/// cannot be made, the program starts all the same.
public final class StartCache {
  private static final int WITHIN_SECONDS = 60;

  private StartCache() {}

  /// Runs the program once, with this argument of the JVM before all others; returns when it has
  /// ended.
  @FunctionalInterface
  public interface Training {
    /// Runs it.
    ///
    /// @param argument makes the JVM leave a cache as it ends
    void run(String argument) throws IOException;
  }

  /// The cache for a program, made if there is none.
  ///
  /// @param keep a folder of this program's caches alone, kept from one sandbox to the next
  /// @param command the JVM and its flags; a cache holds for these alone
  /// @param classPath the jars; classes in folders cannot be cached
  /// @return the cache's file; empty when there is none and none can be made
  public static List<Path> of(
      Path keep, List<String> command, List<Path> classPath, Training training) throws IOException {
    if (cacheable(classPath) && kept(keep, command, classPath).isEmpty()) {
      make(keep, file(keep, command, classPath), training);
    }
    return kept(keep, command, classPath);
  }

  /// The cache for a program as [#of] takes it; empty when there is none.
  public static List<Path> kept(Path keep, List<String> command, List<Path> classPath)
      throws IOException {
    if (!cacheable(classPath)) {
      return List.of();
    }
    Path cache = file(keep, command, classPath);
    return Files.exists(cache) ? List.of(cache) : List.of();
  }

  /// Waits until the process of a training has ended, and ends it when it takes too long.
  public static void awaitEnd(Process process) {
    try {
      if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private static boolean cacheable(List<Path> classPath) {
    return classPath.stream().allMatch(Files::isRegularFile);
  }

  private static Path file(Path keep, List<String> command, List<Path> classPath)
      throws IOException {
    return keep.resolve(fingerprint(command, classPath) + ".aot");
  }

  private static String fingerprint(List<String> command, List<Path> classPath) throws IOException {
    StringBuilder all = new StringBuilder(Runtime.version().toString()).append(command);
    for (Path jar : classPath) {
      all.append(jar.getFileName())
          .append(Files.size(jar))
          .append(Files.getLastModifiedTime(jar).toMillis());
    }
    return Integer.toHexString(all.toString().hashCode());
  }

  private static void make(Path keep, Path cache, Training training) throws IOException {
    Path folder = Files.createTempDirectory("nodewright-cache");
    try {
      Path made = folder.resolve("program.aot");
      training.run("-XX:AOTCacheOutput=" + made);
      if (Files.exists(made)) {
        FolderRemoval.of(keep); // those of earlier builds; sandboxes have copies
        Files.createDirectories(keep);
        Files.move(made, cache, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      FolderRemoval.of(folder);
    }
  }
}
