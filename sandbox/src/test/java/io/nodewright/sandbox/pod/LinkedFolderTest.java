package io.nodewright.sandbox.pod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How the files of a ConfigMap lie in its volume.
class LinkedFolderTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void eachNameIsALinkThroughData() throws IOException {
    new LinkedFolder(Map.of("a.conf", bytes("A=1")), 0644).write(folder);
    assertEquals(Path.of("..data/a.conf"), Files.readSymbolicLink(folder.resolve("a.conf")));
    assertEquals("A=1", Files.readString(folder.resolve("a.conf")));
  }

  @Test
  void aSecondWriteChangesAllAtOnce() throws IOException {
    new LinkedFolder(Map.of("a.conf", bytes("A=1")), 0644).write(folder);
    new LinkedFolder(Map.of("a.conf", bytes("A=2")), 0644).write(folder);
    assertEquals("A=2", Files.readString(folder.resolve("a.conf")));
  }

  @Test
  void modesAndFolders() throws IOException {
    new LinkedFolder(Map.of("sub/run.sh", bytes("true")), 0755).write(folder);
    assertEquals("true", Files.readString(folder.resolve("sub/run.sh")));
    assertEquals(0755, (int) Files.getAttribute(folder.resolve("sub/run.sh"), "unix:mode") & 0777);
  }

  @Test
  void noPathLeadsOut() {
    LinkedFolder bad = new LinkedFolder(Map.of("../../evil", bytes("")), 0644);
    assertThrows(IOException.class, () -> bad.write(folder));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
