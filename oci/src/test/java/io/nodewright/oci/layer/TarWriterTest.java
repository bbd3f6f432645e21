package io.nodewright.oci.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.sandbox.archive.TarEntry;
import io.nodewright.sandbox.archive.TarReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What a reader finds in an archive of ours.
class TarWriterTest {
  private static final String LONG = "a-name-that-is-far-longer-than-fits/".repeat(4) + "file";

  @Test
  @DisplayName("files, folders and links come back, those with long names too")
  void comeBack() throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(archive)) {
      tar.folder("etc", 0755);
      tar.file("etc/motd", 0640, "hello".getBytes(StandardCharsets.UTF_8));
      tar.file(LONG, 0600, new byte[1000]);
      tar.link("lib", "usr/lib");
      tar.link("far", LONG);
    }
    List<String> found = new ArrayList<>();
    TarReader reader = new TarReader(new ByteArrayInputStream(archive.toByteArray()));
    for (Optional<TarEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
      TarEntry entry = next.get();
      found.add(
          "%s %s %o %d %d %d -> %s"
              .formatted(
                  entry.kind(),
                  entry.path(),
                  entry.mode(),
                  entry.uid(),
                  entry.gid(),
                  entry.size(),
                  entry.link()));
    }
    assertEquals(
        List.of(
            "FOLDER etc 755 0 0 0 -> ",
            "FILE etc/motd 640 0 0 5 -> ",
            "FILE " + LONG + " 600 0 0 1000 -> ",
            "SYMBOLIC_LINK lib 777 0 0 0 -> usr/lib",
            "SYMBOLIC_LINK far 777 0 0 0 -> " + LONG),
        found);
  }

  @Test
  @DisplayName("a content that no block ends with does not move what follows")
  void padded() throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(archive)) {
      tar.file("one", 0644, new byte[513]);
      tar.file("two", 0644, "content".getBytes(StandardCharsets.UTF_8));
    }
    TarReader reader = new TarReader(new ByteArrayInputStream(archive.toByteArray()));
    assertEquals("one", reader.next().orElseThrow().path());
    assertEquals("two", reader.next().orElseThrow().path());
    assertEquals(
        "content", new String(reader.contentStream().readAllBytes(), StandardCharsets.UTF_8));
  }
}
