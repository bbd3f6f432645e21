package io.nodewright.sandbox.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The programs of this computer that the sandbox itself uses, found by name.
public final class HostPrograms {
  private static final List<String> FOLDERS =
      List.of("/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin");

  private static final Map<String, String> PACKAGE_OF =
      Map.of("bash", "bash", "env", "coreutils", "rm", "coreutils");

  private HostPrograms() {}

  /// The absolute path of program `name`.
  ///
  /// @throws IllegalStateException when it is not installed; the text says which package has it
  public static String path(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s: not installed on this computer; install the package %s"
                        .formatted(name, PACKAGE_OF.getOrDefault(name, "util-linux"))));
  }

  /// Where program `name` is, if it is installed.
  public static Optional<String> find(String name) {
    return Stream.concat(FOLDERS.stream(), Stream.of("/usr/local/go/bin"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString);
  }

  /// The words before a command that tie its life to its parent's.
  static List<String> setpriv() {
    return List.of(path("setpriv"), "--pdeathsig", "KILL", "--");
  }
}
