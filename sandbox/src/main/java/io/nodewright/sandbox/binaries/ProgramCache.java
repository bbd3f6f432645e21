package io.nodewright.sandbox.binaries;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/// The folder with the finished programs, shared by all sandboxes of a user.
///
/// Beside each program lies a stamp, `.built/NAME`, with the module and version it was made from.
/// It is written last, so a program without its stamp is one that was never finished.
///
/// @param folder the folder; made when first needed
public record ProgramCache(Path folder) {
  /// `$XDG_CACHE_HOME/nodewright-kube/VERSION`, by default below `~/.cache`.
  public static ProgramCache of(Map<String, String> environment) {
    return new ProgramCache(
        caches(environment).resolve("nodewright-kube").resolve(KubeProgram.KUBERNETES_VERSION));
  }

  /// `$XDG_CACHE_HOME`, by default `~/.cache`.
  public static Path caches(Map<String, String> environment) {
    String given = environment.getOrDefault("XDG_CACHE_HOME", "");
    return given.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
  }

  /// Where `program` is or will be.
  public Path path(KubeProgram program) {
    return folder.resolve(program.name());
  }

  /// Whether `program` is there, complete and at its pinned version.
  public boolean has(KubeProgram program) throws IOException {
    Path stamp = stamp(program);
    return Files.isExecutable(path(program))
        && Files.isRegularFile(stamp)
        && Files.readString(stamp).strip().equals(program.moduleAtVersion());
  }

  /// Takes in a finished program from `file`, which must be on the same file system.
  void accept(KubeProgram program, Path file) throws IOException {
    if (!file.toFile().setExecutable(true, false)) {
      throw new IOException(file + ": cannot be made executable");
    }
    Files.move(file, path(program), StandardCopyOption.ATOMIC_MOVE);
    Files.createDirectories(stamp(program).getParent());
    Files.writeString(stamp(program), program.moduleAtVersion() + "\n");
  }

  /// Does `work` alone among all processes that use this cache.
  void exclusively(Work work) throws IOException {
    Files.createDirectories(folder);
    try (FileChannel channel =
            FileChannel.open(
                folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (!lock.isValid()) {
        throw new IOException(folder + "/.lock: the lock was lost");
      }
      work.run();
    }
  }

  private Path stamp(KubeProgram program) {
    return folder.resolve(".built").resolve(program.name());
  }

  /// What is done while no other process changes the cache.
  interface Work {
    /// Does it.
    void run() throws IOException;
  }
}
