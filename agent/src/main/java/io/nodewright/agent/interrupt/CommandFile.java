package io.nodewright.agent.interrupt;

import io.nodewright.agent.host.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/// A command's program, as it lies on the host.
///
/// @param hostPath the name found along `PATH`; a link keeps its own name, since programs such as
///   `reboot` tell by it what to do
/// @param file what that name leads to, inside the host root
record CommandFile(String hostPath, Path file) {

  /// Looks a bare name up along `PATH`, below ROOT only (06 §11).
  ///
  /// @param searchPath the value of `PATH`; relative and empty entries do not count
  static Optional<CommandFile> find(HostRoot root, String name, String searchPath) {
    for (String directory : searchPath.split(":", -1)) {
      String hostPath = directory + "/" + name;
      Optional<Path> file = directory.startsWith("/") ? program(root, hostPath) : Optional.empty();
      if (file.isPresent()) {
        return Optional.of(new CommandFile(hostPath, file.get()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> program(HostRoot root, String hostPath) {
    try {
      Path file = root.resolve(hostPath);
      boolean runs =
          Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.isExecutable(file);
      return runs ? Optional.of(file) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // a circle of links is no program
    }
  }
}
