package io.nodewright.oci.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.sandbox.archive.TarEntry;
import io.nodewright.sandbox.archive.TarReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Layers of folders.
class PackingTest {
  @TempDir private Path folder;

  @Test
  @DisplayName("equal files give equal bytes, whatever their times and the order they were made in")
  void reproducible() throws IOException {
    Path one = tree("one", "a", "b", "c");
    Path two = tree("two", "c", "a", "b");
    Files.setLastModifiedTime(two.resolve("a"), FileTime.from(Instant.EPOCH));
    assertEquals(pack(one).digest(), pack(two).digest());
  }

  @Test
  @DisplayName("another content is another layer")
  void different() throws IOException {
    Path one = tree("one", "a");
    String before = pack(one).digest();
    Files.writeString(one.resolve("a"), "changed");
    assertNotEquals(before, pack(one).digest());
  }

  @Test
  @DisplayName("both digests are those of the bytes")
  void digests() throws IOException {
    PackedLayer layer = pack(tree("one", "a"));
    byte[] packed = Files.readAllBytes(layer.file());
    assertEquals(Packing.digest(packed), layer.digest());
    assertEquals(packed.length, layer.size());
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(layer.file()))) {
      byte[] content = in.readAllBytes();
      assertEquals(Packing.digest(content), layer.contentDigest());
      assertEquals(content.length, layer.contentSize());
    }
  }

  @Test
  @DisplayName("modes are kept, a folder for everyone gets the sticky bit, nothing gains rights")
  void modes() throws IOException {
    Path root = tree("one", "a");
    Files.setPosixFilePermissions(root.resolve("a"), PosixFilePermissions.fromString("rwxr-x--x"));
    Path tmp = Files.createDirectory(root.resolve("tmp"));
    Files.setPosixFilePermissions(tmp, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.setAttribute(root.resolve("a"), "unix:mode", 0104751);
    Map<String, Integer> modes = modesOf(pack(root));
    assertEquals(Map.of("a", 0751, "tmp", 01777), modes);
  }

  @Test
  @DisplayName("only what belongs to the layer is in it")
  void chosen() throws IOException {
    Path root = tree("one", "a", "b");
    PackedLayer layer =
        Packing.pack("one", root, path -> path.startsWith("b"), folder.resolve("layer"));
    assertEquals(Map.of("b", 0644), modesOf(layer));
  }

  @Test
  @DisplayName("a stamped folder has the time that layers write")
  void stamped() throws IOException {
    Path root = tree("one", "a");
    FixedTime.stamp(root);
    assertEquals(FixedTime.AT, Files.getLastModifiedTime(root.resolve("a")).toInstant());
    assertTrue(Files.getLastModifiedTime(root).toInstant().equals(FixedTime.AT));
  }

  private Path tree(String name, String... files) throws IOException {
    Path root = Files.createDirectory(folder.resolve(name));
    for (String file : files) {
      Files.writeString(root.resolve(file), "content of " + file);
      Files.setPosixFilePermissions(
          root.resolve(file), PosixFilePermissions.fromString("rw-r--r--"));
    }
    return root;
  }

  private PackedLayer pack(Path root) throws IOException {
    return Packing.pack("one", root, _ -> true, folder.resolve(root.getFileName() + ".tar.gz"));
  }

  private static Map<String, Integer> modesOf(PackedLayer layer) throws IOException {
    Map<String, Integer> modes = new TreeMap<>();
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(layer.file()))) {
      TarReader reader = new TarReader(in);
      for (Optional<TarEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
        modes.put(next.get().path(), next.get().mode());
      }
    }
    return modes;
  }
}
