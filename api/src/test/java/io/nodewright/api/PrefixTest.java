package io.nodewright.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Nobody but [Keys] spells the prefix in code (style rule 14).
class PrefixTest {

  @Test
  void onlyKeysSpellsIt() throws IOException {
    try (Stream<Path> sources = Files.walk(Path.of("src", "main", "java"))) {
      List<String> spellers =
          sources
              .filter(file -> file.toString().endsWith(".java"))
              .filter(PrefixTest::spellsThePrefix)
              .map(file -> file.getFileName().toString())
              .toList();
      assertEquals(List.of("Keys.java"), spellers);
    }
  }

  private static boolean spellsThePrefix(Path source) {
    try (Stream<String> lines = Files.lines(source)) {
      return lines
          .filter(line -> !line.strip().startsWith("//"))
          .anyMatch(line -> line.contains("nvidia.com"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
