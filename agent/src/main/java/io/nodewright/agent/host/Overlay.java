package io.nodewright.agent.host;

import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Phase;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Lays a package's `root_dir` over the host (06 §10): files replaced, others untouched, nothing
/// ever deleted. The source is read whole before anything is written, so a tree that cannot be
/// copied changes nothing.
public final class Overlay {

  private final HostRoot root;
  private final DraftFiles drafts;
  private final Set<Path> swept = new HashSet<>();
  private final List<Entry> entries = new ArrayList<>();

  /// One file or directory to lay down.
  ///
  /// @param source where its content is, links followed
  /// @param target the host path where it goes
  private record Entry(Path source, String target, boolean directory) {}

  private Overlay(HostRoot root, DraftFiles drafts) {
    this.root = root;
    this.drafts = drafts;
  }

  /// Lays `<copy>/root_dir` over the host; without one there is nothing to do.
  ///
  /// @param drafts those of the package that runs
  /// @throws AgentFailure when it cannot be read, or the host cannot take it
  public static void lay(HostRoot root, String copy, DraftFiles drafts) throws AgentFailure {
    Overlay overlay = new Overlay(root, drafts);
    try {
      Path source = overlay.follow(copy + "/root_dir");
      if (!Files.exists(source, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      if (!Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException("\"" + root.hostPath(source) + "\" is not a directory");
      }
      overlay.collect(source, "", List.of(source));
      for (Entry entry : overlay.entries) {
        overlay.put(entry);
      }
    } catch (IOException e) {
      throw Phase.ROOT_DIR.failure(text(e));
    }
  }

  private void collect(Path directory, String target, List<Path> above) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> children = Files.list(directory)) {
      children.sorted().forEach(child -> names.add(String.valueOf(child.getFileName())));
    }
    for (String name : names) {
      String shown = root.hostPath(directory) + "/" + name;
      Path source = follow(shown);
      BasicFileAttributes attributes =
          Files.readAttributes(source, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isDirectory()) {
        if (above.contains(source)) {
          throw new IOException("\"" + shown + "\" links to itself");
        }
        entries.add(new Entry(source, target + "/" + name, true));
        List<Path> deeper = new ArrayList<>(above);
        deeper.add(source);
        collect(source, target + "/" + name, deeper);
      } else if (attributes.isRegularFile()) {
        entries.add(new Entry(source, target + "/" + name, false));
      } else {
        throw new IOException("\"" + shown + "\" is not a regular file");
      }
    }
  }

  private Path follow(String hostPath) throws IOException {
    try {
      return root.resolve(hostPath);
    } catch (FileSystemLoopException e) {
      throw new IOException("\"" + hostPath + "\" links to itself", e);
    }
  }

  private void put(Entry entry) throws IOException {
    Path target = root.resolve(entry.target());
    boolean isDirectory = Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS);
    boolean exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
    if (!entry.directory()) {
      if (isDirectory) {
        throw new IOException("\"" + root.hostPath(target) + "\" is not a regular file");
      }
      root.createDirectories(
          root.hostPath(target) + "/.."); // a link may point where nothing is yet
      sweepBeside(target);
      HostFiles.replace(entry.source(), target, drafts);
      return;
    }
    if (isDirectory) {
      return; // keeps its own mode (A63)
    }
    if (exists) {
      throw new IOException("\"" + root.hostPath(target) + "\" is not a directory");
    }
    root.createDirectories(root.hostPath(target) + "/..");
    sweepBeside(target);
    drafts.newDirectory(target, Files.getPosixFilePermissions(entry.source()));
  }

  private void sweepBeside(Path target) throws IOException {
    Path directory = target.resolveSibling(".").normalize();
    if (swept.add(directory)) {
      drafts.sweep(directory);
    }
  }

  private static String text(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "\"" + missing.getFile() + "\" is a link to nothing";
      case FileSystemException file -> "\"" + file.getFile() + "\": " + Causes.of(e);
      default -> Causes.of(e);
    };
  }
}
