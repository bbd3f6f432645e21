package io.nodewright.oci.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.oci.layer.PackedLayer;
import io.nodewright.oci.layer.Packing;
import io.nodewright.sandbox.archive.TarEntry;
import io.nodewright.sandbox.archive.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Images in their two forms.
class ImageLayoutTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;
  private List<PackedLayer> layers = List.of();

  @BeforeEach
  void layers() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root"));
    Files.writeString(root.resolve("a"), "a");
    Files.writeString(root.resolve("b"), "b");
    layers =
        List.of(
            Packing.pack("first", root, path -> path.startsWith("a"), folder.resolve("1")),
            Packing.pack("second", root, path -> path.startsWith("b"), folder.resolve("2")));
  }

  @Test
  @DisplayName("what is written is read again: name, architecture, layers in order")
  void readAgain() throws IOException {
    ImageLayout layout = write("one");
    assertEquals("example/agent:1.2.3", layout.name());
    assertEquals("amd64", layout.architecture());
    assertEquals(
        layers.stream().map(PackedLayer::digest).toList(),
        layout.layers().stream().map(Descriptor::digest).toList());
  }

  @Test
  @DisplayName("every blob is named by its digest")
  void digests() throws IOException {
    ImageLayout layout = write("one");
    for (Descriptor one : List.of(layout.manifest(), layout.config(), layout.layers().getFirst())) {
      byte[] content = Files.readAllBytes(layout.blob(one.digest()));
      assertEquals(one.digest(), Packing.digest(content));
      assertEquals(one.size(), content.length);
    }
  }

  @Test
  @DisplayName("the same image twice has the same digest")
  void reproducible() throws IOException {
    assertEquals(write("one").manifest(), write("two").manifest());
  }

  @Test
  @DisplayName("O42 the user is a number, so that a cluster can tell that it is not root")
  void user() throws IOException {
    ImageLayout layout = write("one");
    JsonNode config = tree(layout.blob(layout.config().digest()));
    assertEquals("10001:10001", config.path("config").path("User").asString(""));
    assertEquals("demo", config.path("config").path("Labels").path("k").asString(""));
    assertEquals(
        layers.getFirst().contentDigest(),
        config.path("rootfs").path("diff_ids").path(0).asString(""));
  }

  @Test
  @DisplayName("an archive has the layout and what docker load reads")
  void archive() throws IOException {
    ImageLayout layout = write("one");
    Path archive = folder.resolve("one.tar");
    ImageArchive.write(layout, archive);
    Map<String, byte[]> files = new TreeMap<>();
    try (InputStream in = Files.newInputStream(archive)) {
      TarReader reader = new TarReader(in);
      for (Optional<TarEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
        files.put(next.get().path(), reader.contentStream().readAllBytes());
      }
    }
    JsonNode image =
        JSON.readTree(new String(files.get("manifest.json"), StandardCharsets.UTF_8)).path(0);
    assertEquals("example/agent:1.2.3", image.path("RepoTags").path(0).asString(""));
    assertTrue(files.containsKey(image.path("Config").asString("")));
    assertEquals(2, image.path("Layers").size());
    for (JsonNode layer : image.path("Layers")) {
      assertTrue(files.containsKey(layer.asString("")), layer.toString());
    }
    assertTrue(files.containsKey("oci-layout") && files.containsKey("index.json"));
  }

  @Test
  @DisplayName("a folder with several images is refused, with how many it has")
  void several() throws IOException {
    ImageLayout layout = write("one");
    Files.writeString(layout.folder().resolve("index.json"), "{\"manifests\":[{},{}]}");
    IOException refused = assertThrows(IOException.class, layout::manifest);
    assertTrue(refused.toString().endsWith("has 2 images, not one"), refused.toString());
  }

  private ImageLayout write(String name) throws IOException {
    return ImageLayout.write(
        folder.resolve(name),
        "example/agent:1.2.3",
        "amd64",
        new ImageConfig(List.of("/bin/program"), "10001:10001", Map.of("k", "demo")),
        layers);
  }

  private static JsonNode tree(Path file) throws IOException {
    return JSON.readTree(Files.readString(file));
  }
}
