package io.nodewright.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// The few programs that scripts need in a changed root, copied from this computer with the
/// libraries they load.
final class HostPrograms {

  private static final List<String> PROGRAMS =
      List.of(
          "bash",
          "cat",
          "chmod",
          "cmp",
          "cp",
          "diff",
          "dirname",
          "env",
          "find",
          "fold",
          "grep",
          "head",
          "ls",
          "mkdir",
          "mktemp",
          "mv",
          "readlink",
          "rm",
          "rmdir",
          "sha256sum",
          "sed",
          "sort",
          "stat",
          "tac",
          "touch",
          "tr");

  private HostPrograms() {}

  static void install(Path root) throws IOException {
    for (String program : PROGRAMS) {
      install(root, program);
    }
    Files.createDirectories(root.resolve("tmp"));
    Files.createDirectories(root.resolve("dev"));
  }

  private static void install(Path root, String program) throws IOException {
    Path found = find(program);
    // Scripts name both; a host has one linked to the other.
    copy(found, root.resolve("usr/bin/" + program));
    copy(found, root.resolve("bin/" + program));
    for (String library : libraries(found)) {
      copy(Path.of(library), root.resolve(library.substring(1)));
    }
  }

  private static Path find(String program) throws IOException {
    for (String directory : List.of("/bin", "/usr/bin")) {
      Path file = Path.of(directory, program);
      if (Files.isExecutable(file)) {
        return file.toRealPath();
      }
    }
    throw new IOException("this computer has no " + program);
  }

  private static List<String> libraries(Path program) throws IOException {
    Process ldd = new ProcessBuilder("ldd", program.toString()).start();
    try (var out = ldd.inputReader()) {
      return out.lines()
          .flatMap(line -> List.of(line.strip().split(" ", -1)).stream())
          .filter(word -> word.startsWith("/"))
          .toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (!Files.exists(to)) {
      Files.createDirectories(to.resolveSibling("."));
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }
}
