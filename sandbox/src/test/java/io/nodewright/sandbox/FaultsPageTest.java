package io.nodewright.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/faults.md` names tests that there are. It stands here since this module sees all others.
class FaultsPageTest {

  private static final Path PROJECT = Path.of(System.getProperty("project.root", ".."));
  private static final Pattern REFERENCE = Pattern.compile("`(\\w+Test)`: `([^`]+)`");

  @Test
  void namesOnlyTestsThatThereAre() throws IOException {
    Map<String, String> sources = sources();
    List<String> missing = new ArrayList<>();
    Matcher references = REFERENCE.matcher(Files.readString(PROJECT.resolve("docs/faults.md")));
    int count = 0;
    while (references.find()) {
      count++;
      String source = sources.getOrDefault(references.group(1), "");
      if (!joined(source).contains(references.group(2))) {
        missing.add(references.group());
      }
    }

    assertEquals(List.of(), missing);
    assertTrue(count > 50, "the page names " + count + " tests; were they read?");
  }

  /// A row has at least one test.
  @Test
  void everyRowHasATest() throws IOException {
    assertEquals(
        List.of(),
        Files.readAllLines(PROJECT.resolve("docs/faults.md")).stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| What goes wrong"))
            .filter(line -> !REFERENCE.matcher(line).find())
            .toList());
  }

  /// Texts that the formatter has cut in two are one again.
  private static String joined(String source) {
    return source.replaceAll("\"\\s*\\+\\s*\"", "");
  }

  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new TreeMap<>();
    try (Stream<Path> modules = Files.list(PROJECT)) {
      for (Path tests :
          modules.map(module -> module.resolve("src/test")).filter(Files::isDirectory).toList()) {
        try (Stream<Path> files = Files.walk(tests)) {
          for (Path file : files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
            String name = file.getFileName().toString().replace(".java", "");
            sources.merge(name, Files.readString(file), String::concat);
          }
        }
      }
    }
    return sources;
  }
}
