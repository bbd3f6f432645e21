package io.nodewright.packages.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.oci.image.Architecture;
import io.nodewright.oci.image.ImageArchive;
import io.nodewright.oci.image.ImageConfig;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.layer.Packing;
import io.nodewright.oci.layer.TarReader;
import io.nodewright.oci.registry.Credentials;
import io.nodewright.oci.registry.Pull;
import io.nodewright.packages.PackageFolder;
import io.nodewright.packages.skeleton.Skeleton;
import io.nodewright.packages.skeleton.SkeletonInterrupt;
import io.nodewright.packages.skeleton.SkeletonStage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Images of packages.
class PackageImageTest {

  @TempDir Path folder;
  private ImageLayout base;

  @BeforeEach
  void aBase() throws IOException {
    base = base("base", Architecture.here(), "bin/sh", "bin/mkdir", "usr/bin/cp");
  }

  private ImageLayout base(String name, String architecture, String... programs)
      throws IOException {
    Path root = folder.resolve(name + "-root");
    for (String program : programs) {
      Path file = root.resolve(program);
      Files.createDirectories(file.getParent());
      Files.writeString(file, program);
    }
    return ImageLayout.write(
        folder.resolve(name),
        "base:1",
        architecture,
        new ImageConfig(List.of("/bin/sh"), "0:0", Map.of("a", "b")),
        List.of(Packing.pack("base", root, _ -> true, folder.resolve(name + ".layer"))));
  }

  private Path aPackage(String name) throws IOException {
    Path made = folder.resolve(name);
    new Skeleton("demo", "1.0.0", EnumSet.allOf(SkeletonStage.class), new SkeletonInterrupt.None())
        .write(made);
    return made;
  }

  private ImageLayout build(Path source, Path onto, String to) throws IOException {
    return new PackageImage(
            PackageFolder.read(source), new BaseImage.Image(onto), "team/demo:1.0.0")
        .layout(folder.resolve(to), Files.createTempDirectory(folder, "work"));
  }

  @Test
  @DisplayName("other times, another umask, another folder, an archive for a base: the same image")
  void reproducible() throws IOException {
    ImageLayout one = build(aPackage("one"), base.folder(), "first");
    Path other = aPackage("other");
    try (Stream<Path> all = Files.walk(other)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        boolean program = Files.isDirectory(path) || Files.isExecutable(path);
        Files.setPosixFilePermissions(
            path, PosixFilePermissions.fromString(program ? "rwx------" : "rw-rw----"));
        Files.setLastModifiedTime(path, FileTime.from(Instant.EPOCH));
      }
    }
    Path archive = folder.resolve("base.tar");
    ImageArchive.write(base, archive);
    ImageLayout two = build(other, archive, "second");
    assertEquals(one.manifest().digest(), two.manifest().digest());
    assertEquals(
        Files.readString(one.folder().resolve("index.json")),
        Files.readString(two.folder().resolve("index.json")));

    Files.writeString(other.resolve("skyhook_dir/files/defaults"), "color = white\n");
    assertNotEquals(
        one.manifest().digest(), build(other, base.folder(), "third").manifest().digest());
  }

  @Test
  @DisplayName(
      "the image is the base with the package's parts on top, and nothing else of its folder")
  void content() throws IOException {
    Path source = aPackage("one");
    Files.writeString(source.resolve("notes.txt"), "mine");
    ImageLayout image = build(source, base.folder(), "image");
    assertEquals(2, image.layers().size());
    assertEquals(base.layers().getFirst(), image.layers().getFirst());
    SortedSet<String> paths = new TreeSet<>();
    Path layer = image.blob(image.layers().getLast().digest());
    try (InputStream in = new GZIPInputStream(Files.newInputStream(layer))) {
      new TarReader(in).each((entry, _) -> paths.add(entry.path()));
    }
    assertTrue(paths.contains("skyhook-package/skyhook_dir/lib/common.sh"), paths::toString);
    assertTrue(paths.contains("skyhook-package/config.json"), paths::toString);
    assertTrue(
        paths.stream().allMatch(path -> path.startsWith("skyhook-package")), paths::toString);
    assertTrue(paths.stream().noneMatch(path -> path.contains("notes")), paths::toString);
    String config = Files.readString(image.blob(image.config().digest()));
    assertTrue(config.contains("\"a\":\"b\""), config);
    assertTrue(config.contains("\"org.opencontainers.image.version\":\"1.0.0\""), config);
  }

  @Test
  @DisplayName("a base without a shell, or for other computers, is refused with what to take")
  void wrongBase() throws IOException {
    Path source = aPackage("one");
    Path bare = base("bare", Architecture.here(), "bin/sh", "bin/mkdir").folder();
    IOException refused = assertThrows(IOException.class, () -> build(source, bare, "a"));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("has no /bin/cp, and without it a node"),
        refused::toString);
    Path foreign = base("foreign", "s390x", "bin/sh", "bin/mkdir", "bin/cp").folder();
    IOException other = assertThrows(IOException.class, () -> build(source, foreign, "b"));
    assertTrue(
        String.valueOf(other.getMessage())
            .endsWith("has no image for linux/" + Architecture.here()),
        other::toString);
  }

  @Test
  @DisplayName("a base that holds a package is refused: the files of both would be mixed")
  void aPackageForABase() throws IOException {
    Path source = aPackage("one");
    build(source, base.folder(), "built");
    IOException refused =
        assertThrows(IOException.class, () -> build(source, folder.resolve("built"), "again"));
    assertTrue(
        String.valueOf(refused.getMessage()).contains("built: holds a package already"),
        refused::toString);
  }

  @Test
  @DisplayName("a base of this computer's programs has all that they need")
  void thisComputer() throws IOException {
    ImageLayout image =
        new PackageImage(
                PackageFolder.read(aPackage("one")),
                new BaseImage.ThisComputer(),
                "team/demo:1.0.0")
            .layout(folder.resolve("image"), Files.createTempDirectory(folder, "work"));
    SortedSet<String> paths = new TreeSet<>();
    Path layer = image.blob(image.layers().getFirst().digest());
    try (InputStream in = new GZIPInputStream(Files.newInputStream(layer))) {
      new TarReader(in).each((entry, _) -> paths.add(entry.path()));
    }
    assertTrue(paths.containsAll(List.of("bin/sh", "bin/mkdir", "bin/cp")), paths::toString);
    assertTrue(paths.stream().anyMatch(path -> path.contains("libc.")), paths::toString);
  }

  @Test
  @DisplayName("a base with a registry in its name is a registry's, unless it is there as a path")
  void named() throws IOException {
    BaseImage.Registries nobodys = image -> new Pull(image, false, Credentials.NONE);
    assertInstanceOf(
        BaseImage.Stored.class, BaseImage.parse("registry.example/busybox:1", nobodys));
    assertInstanceOf(BaseImage.Image.class, BaseImage.parse("images/busybox", nobodys));
    assertInstanceOf(
        BaseImage.ThisComputer.class, BaseImage.parse(BaseImage.THIS_COMPUTER, nobodys));
    assertEquals(
        new BaseImage.Image(base.folder()), BaseImage.parse(base.folder().toString(), nobodys));
  }

  @Test
  @Tag("sandbox")
  @DisplayName("a node can take the package out of the image by the image's own shell")
  void copied() throws IOException, InterruptedException {
    ImageLayout image =
        new PackageImage(
                PackageFolder.read(aPackage("one")),
                new BaseImage.ThisComputer(),
                "team/demo:1.0.0")
            .layout(folder.resolve("image"), Files.createTempDirectory(folder, "work"));
    StringBuilder script = new StringBuilder("set -e; mkdir root; ");
    for (var layer : image.layers()) {
      script.append("tar -xzf ").append(image.blob(layer.digest())).append(" -C root; ");
    }
    script.append(
        "exec unshare --user --map-root-user --root root /bin/sh -c"
            + " 'mkdir -p /host/copy && cp -r /skyhook-package/* /host/copy'");
    Process process =
        new ProcessBuilder("bash", "-c", script.toString())
            .directory(folder.toFile())
            .inheritIO()
            .start();
    assertEquals(0, process.waitFor());
    Path copy = folder.resolve("root/host/copy");
    assertTrue(Files.isExecutable(copy.resolve("skyhook_dir/apply.sh")));
    assertEquals("demo", PackageFolder.read(copy).config().name());
  }
}
