package io.nodewright.sandbox.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nodewright.sandbox.TestFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What is found in a store under which reference.
class ImageStoreTest {
  private final TestFolder temporary = new TestFolder();

  @AfterEach
  void remove() {
    temporary.close();
  }

  @Test
  void aPackageIsAFolderOnThisComputersUsr() throws IOException {
    Path source = Files.createDirectories(temporary.resolve("motd"));
    Files.writeString(source.resolve("config.json"), "{}");
    ImageStore store = store();
    store.addPackage("example/motd:1.0.0", source);
    Image image = store.find("example/motd:1.0.0").orElseThrow();
    assertEquals(Image.Ground.USR, image.ground());
    Path layer = store.folder().resolve(image.layers().getFirst());
    assertEquals("{}", Files.readString(layer.resolve("skyhook-package/config.json")));
    assertTrue(Files.isSymbolicLink(store.folder().resolve("base/bin")));
  }

  @Test
  void aReferenceWithoutTagMeansLatest() throws IOException {
    ImageStore store = store();
    Path files = Files.createDirectories(temporary.resolve("files"));
    store.addFiles("registry.local:5000/tool", files, List.of("/bin/true"));
    assertTrue(store.find("registry.local:5000/tool:latest").isPresent());
    assertTrue(store.find("registry.local:5000/tool").isPresent());
    assertTrue(store.find("registry.local:5000/tool:1").isEmpty());
  }

  @Test
  void whatOthersOfferIsFoundWithoutARestart() throws IOException {
    ImageStore store = store();
    assertTrue(store.find("example/late:1").isEmpty());
    Path source = Files.createDirectories(temporary.resolve("late"));
    new ImageInbox(temporary.resolve("inbox")).offer("example/late:1", source);
    assertTrue(store.find("example/late:1").isPresent());
  }

  private ImageStore store() throws IOException {
    return ImageStore.in(temporary.resolve("images"), new ImageInbox(temporary.resolve("inbox")));
  }
}
