package io.nodewright.agent.host;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;

/// ROOT of the contract: the directory where the host's `/` is mounted. Turns host paths into paths
/// of the container by walking them component by component, the way the host's kernel would after
/// changing root: an absolute link begins again at ROOT, and `..` never climbs above it (06 §10,
/// §18).
///
/// What a lookup found can be changed by another process before it is used; packages run as root
/// beside the agent, so this keeps their links from leading the agent out of the host, not a
/// hostile root process from racing it.
public final class HostRoot {

  private static final int MAX_LINKS = 40; // the kernel's own bound

  private final Path root;

  /// The directory must be absolute; whether it exists is asked by [#isDirectory()].
  public HostRoot(Path root) {
    this.root = root.normalize();
  }

  /// ROOT itself, as a path of the container.
  public Path path() {
    return root;
  }

  /// Whether ROOT is the container's own `/`, so that there is no root to change into.
  public boolean isContainerRoot() {
    return root.getNameCount() == 0;
  }

  /// Whether ROOT is there (06 B9).
  public boolean isDirectory() {
    return Files.isDirectory(root);
  }

  /// Where a host path leads, the last component included. What does not exist is taken as it is
  /// written.
  ///
  /// @throws FileSystemLoopException after 40 links
  /// @throws IOException when a link cannot be read
  public Path resolve(String hostPath) throws IOException {
    Deque<String> ahead = new ArrayDeque<>();
    pushComponents(ahead, hostPath);
    Path at = root;
    int links = 0;
    while (!ahead.isEmpty()) {
      String component = ahead.pop();
      if (component.equals("..")) {
        at = at.equals(root) ? root : parent(at);
        continue;
      }
      Path next = child(at, component);
      if (!Files.isSymbolicLink(next)) {
        at = next;
        continue;
      }
      if (++links > MAX_LINKS) {
        throw new FileSystemLoopException(hostPath);
      }
      String target = Files.readSymbolicLink(next).toString();
      at = target.startsWith("/") ? root : at;
      pushComponents(ahead, target);
    }
    return at;
  }

  /// The host path of a path below ROOT, for messages and for programs run on the host.
  public String hostPath(Path below) {
    return isContainerRoot() ? below.toString() : "/" + root.relativize(below);
  }

  /// The directory of that host path, made with mode 0755 where it is missing, parents first.
  ///
  /// @throws IOException when something else is in its place
  public Path createDirectories(String hostPath) throws IOException {
    Path directory = resolve(hostPath);
    Path at = root;
    for (Path component : root.relativize(directory)) {
      if (component.toString().isEmpty()) {
        continue; // the directory is ROOT itself
      }
      at = at.resolve(component);
      createDirectory(at);
    }
    return directory;
  }

  private void createDirectory(Path directory) throws IOException {
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("\"" + hostPath(directory) + "\" is not a directory");
    }
    newDirectory(directory);
    DraftFiles.sync(parent(directory));
  }

  /// Makes one directory with mode 0755, whatever the umask; another package's agent may make it at
  /// the same time.
  static void newDirectory(Path directory) throws IOException {
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      throw e;
    }
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void pushComponents(Deque<String> ahead, String path) {
    String[] components = path.split("/", -1);
    for (int i = components.length - 1; i >= 0; i--) {
      if (!components[i].isEmpty() && !components[i].equals(".")) {
        ahead.push(components[i]);
      }
    }
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    return parent == null ? path : parent;
  }

  /// A name that came from outside, below a directory.
  ///
  /// @throws FileSystemException when the name cannot be that of a file: half a character, or one
  ///   that the container's locale does not know
  public static Path child(Path directory, String name) throws FileSystemException {
    try {
      return directory.resolve(name);
    } catch (InvalidPathException e) {
      throw new FileSystemException(name, null, "not a file name in the container's locale");
    }
  }
}
