package io.nodewright.oci.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Archives that another program wrote.
class TarReaderTest {

  private static final String LONG = "a".repeat(90) + "/" + "b".repeat(120);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"gnu", "pax", "posix"})
  @DisplayName("files, links and long names of tar's own formats")
  void formats(String format) throws IOException, InterruptedException {
    Path root = Files.createDirectory(folder.resolve("root"));
    Path deep = root.resolve(LONG);
    Files.createDirectories(deep.getParent());
    Files.writeString(deep, "deep");
    Files.writeString(root.resolve("empty"), "");
    Files.writeString(root.resolve("large"), "x".repeat(5000));
    Files.createSymbolicLink(root.resolve("link"), Path.of(LONG));
    Path archive = folder.resolve("a.tar");
    List<String> command =
        List.of("tar", "--format=" + format, "-cf", archive.toString(), "-C", root.toString(), ".");
    assertEquals(0, new ProcessBuilder(command).start().waitFor());

    SortedMap<String, String> read = new TreeMap<>();
    try (InputStream in = Files.newInputStream(archive)) {
      new TarReader(in)
          .each(
              (entry, content) -> {
                String text =
                    switch (entry.type()) {
                      case '2' -> "-> " + entry.link();
                      case '0' -> new String(content.readNBytes(10), StandardCharsets.UTF_8);
                      default -> "folder";
                    };
                read.put(entry.path(), text);
              });
    }
    assertEquals("deep", read.get(LONG));
    assertEquals("", read.get("empty"));
    assertEquals("x".repeat(10), read.get("large"), "the rest of a content need not be read");
    assertEquals("-> " + LONG, read.get("link"));
    assertEquals("folder", read.get("a".repeat(90)));
  }

  @Test
  @DisplayName("what is no archive is refused")
  void none() {
    byte[] text = "this is no archive. ".repeat(100).getBytes(StandardCharsets.UTF_8);
    assertThrows(
        IOException.class, () -> new TarReader(new ByteArrayInputStream(text)).each((_, _) -> {}));
  }
}
