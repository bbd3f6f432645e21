package io.nodewright.oci.registry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.oci.image.Descriptor;
import io.nodewright.oci.image.ImageConfig;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Fetches from a real registry what was pushed to it.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PullTest {
  @TempDir static Path folder;
  private LocalRegistry registry;

  @BeforeAll
  void start() throws IOException {
    registry = LocalRegistry.start(folder);
  }

  @AfterAll
  void stop() {
    registry.close();
  }

  @Test
  @DisplayName("what is fetched by its tag or its digest is what was pushed, blob by blob")
  void same() throws IOException {
    ImageLayout pushed = pushed("same", "amd64");
    String digest = pushed.manifest().digest();
    for (String reference : List.of("1", digest)) {
      ImageLayout fetched = pull("same", reference).into(into(), "amd64");
      assertEquals(digest, fetched.manifest().digest());
      assertEquals(pushed.layers(), fetched.layers());
      for (Descriptor blob : List.of(pushed.manifest(), pushed.config(), pushed.layers().get(0))) {
        assertArrayEquals(
            Files.readAllBytes(pushed.blob(blob.digest())),
            Files.readAllBytes(fetched.blob(blob.digest())));
      }
    }
  }

  @Test
  @DisplayName("of several kinds of computers under one name the one that is asked for is fetched")
  void severalKinds() throws IOException {
    List<ImageLayout> both = List.of(image("both", "amd64"), image("both", "arm64"));
    push("both", both);
    for (ImageLayout one : both) {
      ImageLayout fetched = pull("both", "1").into(into(), one.architecture());
      assertEquals(one.manifest().digest(), fetched.manifest().digest());
      assertEquals(one.architecture(), fetched.architecture());
    }
    IOException other =
        assertThrows(IOException.class, () -> pull("both", "1").into(into(), "s390x"));
    assertEquals(name("both", "1") + ": has no image for linux/s390x", other.getMessage());
  }

  @Test
  @DisplayName("a name that the registry does not have is said by that name")
  void absent() throws IOException {
    pushed("there", "amd64");
    IOException tag =
        assertThrows(IOException.class, () -> pull("there", "2").into(into(), "amd64"));
    assertEquals(name("there", "2") + ": the registry has no such image", tag.getMessage());
  }

  @Test
  @DisplayName("without credentials it is refused with what to do")
  void refused() throws IOException {
    pushed("guarded", "amd64");
    Pull stranger = new Pull(name("guarded", "1"), false, Credentials.NONE);
    IOException refused = assertThrows(IOException.class, () -> stranger.into(into(), "amd64"));
    assertTrue(
        refused.toString().contains("docker login " + registry.address()), refused.toString());
  }

  @Test
  @DisplayName("a blob that is not what its digest says is not taken")
  void damaged() throws IOException {
    ImageLayout pushed = pushed("damaged", "amd64");
    String digest = pushed.layers().getFirst().digest();
    String hex = digest.substring("sha256:".length());
    Files.writeString(
        folder.resolve(
            "data/docker/registry/v2/blobs/sha256/%s/%s/data".formatted(hex.substring(0, 2), hex)),
        "something else");
    IOException refused =
        assertThrows(IOException.class, () -> pull("damaged", "1").into(into(), "amd64"));
    assertTrue(refused.toString().contains(digest), refused.toString());
  }

  private Pull pull(String name, String reference) {
    return new Pull(name(name, reference), false, LocalRegistry.WRITER);
  }

  private RegistryImage name(String name, String reference) {
    return new RegistryImage(registry.address() + "/bases", name, reference);
  }

  private ImageLayout pushed(String name, String architecture) throws IOException {
    ImageLayout image = image(name, architecture);
    push(name, List.of(image));
    return image;
  }

  private void push(String name, List<ImageLayout> images) throws IOException {
    Registry bases = Registry.parse(registry.address() + "/bases", false);
    new Push(bases, name, LocalRegistry.WRITER).images(images, "1");
  }

  private static Path into() throws IOException {
    return Files.createTempDirectory(folder, "fetched");
  }

  private static ImageLayout image(String name, String architecture) throws IOException {
    Path work = Files.createDirectories(folder.resolve(name + architecture));
    Path root = Files.createDirectories(work.resolve("root"));
    Files.writeString(root.resolve("a"), name + architecture);
    return ImageLayout.write(
        work.resolve("layout"),
        "bases/" + name + ":1",
        architecture,
        new ImageConfig(List.of("/a"), "0:0", Map.of()),
        List.of(Packing.pack("one", root, _ -> true, work.resolve("layer"))));
  }
}
