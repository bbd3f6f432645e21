package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Command lines with all that they print, against a file of the same. `-Dgolden.update` rewrites
/// the files; what differs is what users will meet.
///
/// A file has a `$` line for each command line, then stdout, then stderr with `2> ` before each
/// line, then the exit code when it is not 0.
final class GoldenText {

  private static final Path FOLDER =
      Path.of(System.getProperty("project.root", ".."), "cli/src/test/resources/golden");

  private final StringBuilder text = new StringBuilder();

  /// Adds what a command line came to.
  GoldenText add(Transcript ran, String... words) {
    text.append("$ kubectl nodewright");
    for (String word : words) {
      text.append(' ').append(word.matches("[-A-Za-z0-9_=:./,]+") ? word : "'" + word + "'");
    }
    text.append('\n').append(ran.out());
    text.append(ran.err().lines().map(line -> "2> " + line + "\n").collect(Collectors.joining()));
    if (ran.code() != 0) {
      text.append("exit ").append(ran.code()).append('\n');
    }
    text.append('\n');
    return this;
  }

  /// Compares all of it with the file of that name.
  void matches(String name) {
    String printed =
        Arrays.stream(text.toString().split("\n", -1))
            .map(String::stripTrailing)
            .collect(Collectors.joining("\n"));
    Path file = FOLDER.resolve(name);
    try {
      if (System.getProperty("golden.update") != null) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, printed);
      }
      assertEquals(Files.readString(file), printed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
