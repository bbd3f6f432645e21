package io.nodewright.sandbox.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.sandbox.archive.TarWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Images in the OCI image layout.
class OciLayoutTest {
  @TempDir private Path temporary = Path.of("");
  private Path layout = Path.of("");
  private Path root = Path.of("");

  @BeforeEach
  void folders() throws IOException {
    layout = temporary.resolve("layout");
    root = Files.createDirectories(temporary.resolve("root"));
    Files.createDirectories(layout.resolve("blobs/sha256"));
  }

  @Test
  void laterLayersLieOverEarlierOnesAndTakeFilesAway() throws IOException {
    image(
        new TarWriter()
            .folder("etc")
            .file("etc/a", "1")
            .file("etc/b", "1")
            .file("opt/c", "1")
            .gzipped(),
        new TarWriter().file("etc/b", "2").file("etc/.wh.a", "").bytes(),
        new TarWriter().file("opt/.wh..wh..opq", "").file("opt/d", "3").gzipped());
    OciLayout.Unpacked unpacked = new OciLayout(layout).unpack(root);
    assertFalse(Files.exists(root.resolve("etc/a")));
    assertEquals("2", Files.readString(root.resolve("etc/b")));
    assertFalse(Files.exists(root.resolve("opt/c")));
    assertEquals("3", Files.readString(root.resolve("opt/d")));
    assertEquals(List.of("/bin/agent"), unpacked.config().entrypoint());
    assertEquals("/x", unpacked.config().environment().get("PATH"));
  }

  @Test
  void linksAreFollowedInsideTheImageOnly() throws IOException {
    image(new TarWriter().folder("run").link("var/run", "/run").file("var/run/x", "1").bytes());
    new OciLayout(layout).unpack(root);
    assertEquals("1", Files.readString(root.resolve("run/x")));
  }

  @Test
  void nothingIsWrittenOutsideTheImage() throws IOException {
    image(new TarWriter().file("../evil", "1").bytes());
    assertThrows(IOException.class, () -> new OciLayout(layout).unpack(root));
    assertFalse(Files.exists(temporary.resolve("evil")));
  }

  @Test
  void aDamagedLayerIsNotTaken() throws IOException {
    String layer = image(new TarWriter().file("a", "1").bytes());
    Files.writeString(layout.resolve("blobs/sha256").resolve(layer), "damaged");
    IOException problem = assertThrows(IOException.class, () -> new OciLayout(layout).unpack(root));
    assertTrue(String.valueOf(problem.getMessage()).contains("has SHA-256"));
  }

  /// Writes an image of these layers; gives the digest of the last one.
  private String image(byte[]... layers) throws IOException {
    List<String> descriptors = new ArrayList<>();
    String last = "";
    for (byte[] layer : layers) {
      last = blob(layer);
      descriptors.add("{\"digest\":\"sha256:%s\"}".formatted(last));
    }
    String config = blob("{\"config\":{\"Entrypoint\":[\"/bin/agent\"],\"Env\":[\"PATH=/x\"]}}");
    String manifest =
        blob(
            "{\"config\":{\"digest\":\"sha256:%s\"},\"layers\":[%s]}"
                .formatted(config, String.join(",", descriptors)));
    Files.writeString(
        layout.resolve("index.json"),
        "{\"manifests\":[{\"digest\":\"sha256:%s\"}]}".formatted(manifest));
    return last;
  }

  private String blob(String text) throws IOException {
    return blob(text.getBytes(StandardCharsets.UTF_8));
  }

  private String blob(byte[] content) throws IOException {
    try {
      String digest =
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
      Files.write(layout.resolve("blobs/sha256").resolve(digest), content);
      return digest;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
