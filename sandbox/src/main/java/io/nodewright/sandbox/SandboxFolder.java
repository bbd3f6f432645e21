package io.nodewright.sandbox;

import io.nodewright.sandbox.process.FolderRemoval;
import io.nodewright.sandbox.process.KnownProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The folder of the sandbox that the commands mean, and who runs in it.
///
/// @param path the folder
record SandboxFolder(Path path) {
  /// Longer than a sandbox takes to end all its parts.
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration LEFTOVER_PATIENCE = Duration.ofSeconds(2);

  /// `$NODEWRIGHT_SANDBOX_DIR`, else `nodewright/sandbox` below `$XDG_STATE_HOME` or
  /// `~/.local/state`.
  static SandboxFolder of(Map<String, String> environment) {
    String given = environment.getOrDefault("NODEWRIGHT_SANDBOX_DIR", "");
    if (!given.isEmpty()) {
      return new SandboxFolder(Path.of(given).toAbsolutePath());
    }
    String states = environment.getOrDefault("XDG_STATE_HOME", "");
    Path state =
        states.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(states);
    return new SandboxFolder(state.resolve("nodewright").resolve("sandbox"));
  }

  /// The file that tells that the sandbox is ready.
  Path ready() {
    return path.resolve("ready");
  }

  /// The log of the sandbox's own process.
  Path log() {
    return path.resolve("logs").resolve("sandbox.log");
  }

  /// The administrator's kubeconfig.
  Path kubeconfig() {
    return path.resolve("kubeconfig");
  }

  /// Where other processes offer images.
  Path imageInbox() {
    return path.resolve("offered-images");
  }

  /// The file that names the sandbox's process.
  Path pidFile() {
    return path.resolve("sandbox.pid");
  }

  /// The process of a sandbox that runs here.
  Optional<KnownProcess> running() throws IOException {
    return KnownProcess.read(pidFile()).filter(KnownProcess::alive);
  }

  /// Ends the sandbox that runs here and all that one before it left.
  void endAll() throws IOException {
    Optional<KnownProcess> running = running();
    if (running.isPresent()) {
      running.get().end(PATIENCE);
    }
    for (Path file : pidFiles()) {
      KnownProcess.read(file)
          .filter(KnownProcess::alive)
          .ifPresent(left -> left.end(LEFTOVER_PATIENCE));
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(ready());
  }

  /// Removes all but the logs.
  void remove() throws IOException {
    if (!Files.isDirectory(path)) {
      return;
    }
    List<Path> content = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(path)) {
      found.forEach(content::add);
    }
    for (Path entry : content) {
      if (!entry.getFileName().toString().equals("logs")) {
        FolderRemoval.of(entry);
      }
    }
  }

  private List<Path> pidFiles() throws IOException {
    List<Path> files = new ArrayList<>(List.of(pidFile()));
    addFiles(path.resolve("pids"), "*", files);
    List<Path> nodes = new ArrayList<>();
    addFiles(path.resolve("nodes"), "*", nodes);
    nodes.forEach(node -> files.add(node.resolve("machine.pid")));
    return files;
  }

  private static void addFiles(Path folder, String pattern, List<Path> files) throws IOException {
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
        found.forEach(files::add);
      }
    }
  }
}
