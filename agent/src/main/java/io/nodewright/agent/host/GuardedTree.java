package io.nodewright.agent.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A directory of the agent's own on the host: the state or the logs. Links above it are followed
/// as the host would; nothing below it is written or believed through a symbolic link or a file
/// that is not regular. Files get mode 0600, new directories 0755; a file is written whole,
/// flushed, then renamed into place (06 §5.1).
///
/// Paths are relative to the directory, with `/`; empty components do not count.
public final class GuardedTree {

  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private final HostRoot root;
  private final String hostPath;
  private final DraftFiles drafts;
  private final Path base;

  /// The tree at that host path; nothing is created yet.
  ///
  /// @param drafts those of the package that writes
  /// @throws IOException when a link above it cannot be followed
  public GuardedTree(HostRoot root, String hostPath, DraftFiles drafts) throws IOException {
    this.root = root;
    this.hostPath = hostPath;
    this.drafts = drafts;
    this.base = root.resolve(hostPath);
  }

  /// The content, empty if there is no such file. Of a file that is larger than anything the agent
  /// writes only the beginning ([BoundedRead]).
  ///
  /// @throws IOException when a link or anything but a regular file is there or on the way
  public Optional<byte[]> read(String path) throws IOException {
    Path file = walk(path);
    if (!isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(BoundedRead.of(file));
    } catch (NoSuchFileException e) {
      return Optional.empty(); // another package's agent took it away
    }
  }

  /// Whether there is such a file; the same refusals as [#read].
  public boolean holds(String path) throws IOException {
    return isRegularFile(walk(path));
  }

  /// Writes the whole file or leaves what was there. Once it returns, the file outlives a host that
  /// goes down hard.
  ///
  /// @throws IOException with no stray file left behind
  public void write(String path, byte[] content) throws IOException {
    Path file = walkCreating(path);
    isRegularFile(file); // refuses to replace anything else
    Path fresh = drafts.beside(file);
    try {
      fill(fresh, content);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      DraftFiles.sync(file.resolveSibling("."));
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
  }

  /// Removes the file if it is there; the same refusals as [#read].
  public void delete(String path) throws IOException {
    Path file = walk(path);
    if (isRegularFile(file)) {
      Files.deleteIfExists(file);
    }
  }

  /// Renames within one directory, replacing what has the new name.
  public void rename(String path, String newName) throws IOException {
    Path file = walk(path);
    Files.move(file, file.resolveSibling(newName), StandardCopyOption.ATOMIC_MOVE);
    DraftFiles.sync(file.resolveSibling("."));
  }

  /// Removes what earlier runs, killed while they wrote, left in that directory and below.
  public void sweep(String directory) throws IOException {
    Path at = walk(directory);
    if (!requireDirectory(at)) {
      return;
    }
    drafts.sweep(at);
    try (Stream<Path> entries = Files.list(at)) {
      for (Path entry : (Iterable<Path>) entries::iterator) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          sweep(directory + "/" + entry.getFileName());
        }
      }
    }
  }

  /// A new file to write on as output comes.
  ///
  /// @throws FileAlreadyExistsException when the name is taken, by whatever
  public OutputStream create(String path) throws IOException {
    Path file = walkCreating(path);
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    return Channels.newOutputStream(FileChannel.open(file, options, PRIVATE));
  }

  /// The names of the regular files in a directory; none if it is not there.
  public List<String> fileNames(String directory) throws IOException {
    Path at = walk(directory);
    List<String> names = new ArrayList<>();
    if (!requireDirectory(at)) {
      return names;
    }
    try (Stream<Path> entries = Files.list(at)) {
      for (Path entry : (Iterable<Path>) entries::iterator) {
        if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
          names.add(String.valueOf(entry.getFileName()));
        }
      }
    }
    return names;
  }

  /// The host path of a file, for messages.
  public String shown(String path) {
    return hostPath + "/" + path;
  }

  private Path walk(String path) throws IOException {
    Path at = base;
    requireDirectory(at);
    List<String> components = components(path);
    for (int i = 0; i < components.size(); i++) {
      at = HostRoot.child(at, components.get(i));
      if (i < components.size() - 1) {
        requireDirectory(at);
      }
    }
    return at;
  }

  private Path walkCreating(String path) throws IOException {
    Path at = root.createDirectories(hostPath);
    List<String> components = components(path);
    for (int i = 0; i < components.size(); i++) {
      at = HostRoot.child(at, components.get(i));
      if (i < components.size() - 1 && !requireDirectory(at)) {
        HostRoot.newDirectory(at);
        DraftFiles.sync(at.resolveSibling("."));
      }
    }
    return at;
  }

  private static List<String> components(String path) {
    List<String> components = new ArrayList<>();
    for (String component : path.split("/", -1)) {
      if (component.equals("..")) {
        if (components.isEmpty()) {
          throw new IllegalArgumentException("a path below the agent's state climbs: " + path);
        }
        components.removeLast(); // a step's path may hold one as long as it stays inside
      } else if (!component.isEmpty() && !component.equals(".")) {
        components.add(component);
      }
    }
    return components;
  }

  /// Whether the directory is there; anything else in its place is refused.
  private boolean requireDirectory(Path directory) throws IOException {
    Optional<BasicFileAttributes> found = attributes(directory);
    if (found.isPresent() && !found.get().isDirectory()) {
      throw new IOException("\"" + root.hostPath(directory) + "\" is not a directory");
    }
    return found.isPresent();
  }

  /// Whether the file is there; anything else in its place is refused.
  private boolean isRegularFile(Path file) throws IOException {
    Optional<BasicFileAttributes> found = attributes(file);
    if (found.isPresent() && !found.get().isRegularFile()) {
      throw new IOException("\"" + root.hostPath(file) + "\" is not a regular file");
    }
    return found.isPresent();
  }

  private Optional<BasicFileAttributes> attributes(Path path) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (attributes.isSymbolicLink()) {
      throw new IOException("\"" + root.hostPath(path) + "\" is a symbolic link");
    }
    return Optional.of(attributes);
  }

  private static void fill(Path fresh, byte[] content) throws IOException {
    Set<StandardOpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(fresh, options, PRIVATE)) {
      ByteBuffer left = ByteBuffer.wrap(content);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
  }
}
