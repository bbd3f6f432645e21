package io.nodewright.oci.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.oci.image.Descriptor;
import io.nodewright.oci.image.ImageConfig;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.image.MediaTypes;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Pushes to a real registry.
@Tag("sandbox")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PushTest {
  private static final JsonMapper JSON = new JsonMapper();

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
  @DisplayName("a pushed image is what was built, by tag and by digest")
  void pushed() throws IOException {
    ImageLayout image = image("pushed", "amd64");
    Push push = push("pushed", LocalRegistry.WRITER);
    String digest = push.images(List.of(image), "1.2.3");
    assertEquals(image.manifest().digest(), digest);
    byte[] built = Files.readAllBytes(image.blob(digest));
    for (String reference : List.of("1.2.3", digest)) {
      assertEquals(digest, Packing.digest(bytes("pushed", reference, MediaTypes.MANIFEST)));
    }
    assertEquals(digest, Packing.digest(built));
    for (Descriptor layer : image.layers()) {
      assertTrue(client("pushed").has(layer.digest()), layer.digest());
    }
  }

  @Test
  @DisplayName("a second push uploads nothing")
  void again() throws IOException {
    ImageLayout image = image("again", "amd64");
    push("again", LocalRegistry.WRITER).images(List.of(image), "1");
    Push second = push("again", LocalRegistry.WRITER);
    second.images(List.of(image), "1");
    assertEquals(0, second.uploads());
  }

  @Test
  @DisplayName("images of two kinds of computers have one name")
  void severalKinds() throws IOException {
    List<ImageLayout> both = List.of(image("both", "amd64"), image("both", "arm64"));
    push("both", LocalRegistry.WRITER).images(both, "1");
    JsonNode index = tree("both", "1", MediaTypes.INDEX);
    assertEquals(2, index.path("manifests").size());
    for (int i = 0; i < both.size(); i++) {
      JsonNode entry = index.path("manifests").path(i);
      assertEquals(both.get(i).manifest().digest(), entry.path("digest").asString(""));
      assertEquals(
          both.get(i).architecture(), entry.path("platform").path("architecture").asString(""));
    }
  }

  @Test
  @DisplayName("the list of components is found from the image, once, however often it is pushed")
  void components() throws IOException {
    ImageLayout image = image("listed", "amd64");
    Push push = push("listed", LocalRegistry.WRITER);
    String digest = push.images(List.of(image), "1");
    Path list = Files.writeString(folder.resolve("list.json"), "{\"bomFormat\":\"CycloneDX\"}");
    push.components(image, list);
    push.components(image, list);
    JsonNode belonging = tree("listed", digest.replace(':', '-'), MediaTypes.INDEX);
    assertEquals(1, belonging.path("manifests").size());
    JsonNode entry = belonging.path("manifests").path(0);
    assertEquals(MediaTypes.SBOM, entry.path("artifactType").asString(""));
    JsonNode manifest = tree("listed", entry.path("digest").asString(""), MediaTypes.MANIFEST);
    assertEquals(digest, manifest.path("subject").path("digest").asString(""));
    assertEquals(
        Packing.digest(Files.readAllBytes(list)),
        manifest.path("layers").path(0).path("digest").asString(""));
  }

  @Test
  @DisplayName("wrong credentials are refused with what to do, and without the secret")
  void refused() throws IOException {
    ImageLayout image = image("refused", "amd64");
    Push push = push("refused", new Credentials("writer", "wrong-word"));
    IOException refused = assertThrows(IOException.class, () -> push.images(List.of(image), "1"));
    assertTrue(
        refused.toString().contains("docker login " + registry.address()), refused.toString());
    assertTrue(!refused.toString().contains("wrong-word"), refused.toString());
  }

  private Push push(String name, Credentials credentials) {
    return new Push(Registry.parse(registry.address() + "/team", false), name, credentials);
  }

  private RepositoryClient client(String name) {
    return new RepositoryClient(
        Registry.parse(registry.address() + "/team", false), name, LocalRegistry.WRITER);
  }

  private byte[] bytes(String name, String reference, String type) throws IOException {
    return client(name).manifest(reference, List.of(type)).orElseThrow().content();
  }

  private JsonNode tree(String name, String reference, String type) throws IOException {
    return JSON.readTree(bytes(name, reference, type));
  }

  private ImageLayout image(String name, String architecture) throws IOException {
    Path work = Files.createDirectories(folder.resolve(name + architecture));
    Path root = Files.createDirectories(work.resolve("root"));
    Files.writeString(root.resolve("a"), name + architecture);
    return ImageLayout.write(
        work.resolve("layout"),
        "team/" + name + ":1",
        architecture,
        new ImageConfig(List.of("/a"), "0:0", Map.of()),
        List.of(Packing.pack("one", root, _ -> true, work.resolve("layer"))));
  }
}
