package io.nodewright.api.crd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nodewright.api.Crds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The committed CRDs are what the types say.
class CrdFilesTest {

  private static final Path DIRECTORY = Path.of("src", "main", "resources", "crds");

  static Stream<String> names() {
    return CrdGenerator.files().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void theCommittedFileIsNotStale(String name) throws IOException {
    String generated = CrdGenerator.files().get(name);
    Path file = DIRECTORY.resolve(name + ".yaml");
    if (System.getProperty("golden.update") != null) {
      Files.createDirectories(DIRECTORY);
      Files.writeString(file, generated);
    }
    assertEquals(generated, Files.readString(file), file + " is stale; see its first lines");
  }

  @Test
  void theyAreOnTheClassPath() {
    assertEquals(List.copyOf(CrdGenerator.files().values()), Crds.yaml());
  }
}
