package io.nodewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// "Write your first package", as a newcomer follows it: each command of the page is run in a
/// shell, each file of it is written, and what is printed is what the page says. `…` stands for
/// anything.
@Tag("sandbox")
class GuideTest {

  private static final Path GUIDE =
      Path.of(System.getProperty("project.root"), "docs", "write-a-package.md");

  private static final Pattern BLOCK =
      Pattern.compile(
          "```(?<kind>console|bash file=(?<file>\\S+))\n(?<text>.*?)```\n", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  @DisplayName("all commands of docs/write-a-package.md print what it says")
  void guide() throws IOException, InterruptedException {
    Path home = Files.createDirectory(folder.resolve("home"));
    Path programs = Files.createDirectory(folder.resolve("bin"));
    kubectl(programs);
    int commands = 0;
    Matcher block = BLOCK.matcher(Files.readString(GUIDE));
    while (block.find()) {
      String file = block.group("file");
      if (file != null) {
        Files.writeString(home.resolve(file), block.group("text"));
        continue;
      }
      for (Shown shown : Shown.of(block.group("text"))) {
        String printed = run(shown.command(), home, programs);
        assertTrue(
            shown.fits(printed),
            () ->
                "%s%nprints%n%s%nthe page says%n%s"
                    .formatted(shown.command(), printed, shown.output()));
        commands++;
      }
    }
    assertEquals(13, commands);
  }

  /// A command and what the page says that it prints.
  private record Shown(String command, String output) {

    static List<Shown> of(String block) {
      List<Shown> all = new ArrayList<>();
      for (String part : ("\n" + block).split("\n[$] ", -1)) {
        if (!part.isBlank()) {
          String[] both = part.split("\n", 2);
          all.add(new Shown(both[0], both.length > 1 ? both[1].stripTrailing() : ""));
        }
      }
      return all;
    }

    boolean fits(String printed) {
      StringBuilder pattern = new StringBuilder();
      for (String part : output.split("…", -1)) {
        pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
      }
      return printed.stripTrailing().matches(pattern.toString());
    }
  }

  /// A `kubectl` that knows the one plugin.
  private static void kubectl(Path programs) throws IOException {
    Path program = programs.resolve("kubectl");
    Files.writeString(
        program,
        """
        #!/bin/sh
        shift
        exec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx192m \\
          --enable-native-access=ALL-UNNAMED -cp '%s' io.nodewright.cli.CliMain "$@"
        """
            .formatted(System.getProperty("java.home"), System.getProperty("java.class.path")));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String run(String command, Path home, Path programs)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", command)
            .directory(home.toFile())
            .redirectErrorStream(true);
    builder.environment().put("PATH", programs + ":" + System.getenv("PATH"));
    Process process = builder.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return printed;
  }
}
