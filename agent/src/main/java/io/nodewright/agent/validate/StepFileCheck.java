package io.nodewright.agent.validate;

import io.nodewright.agent.config.Finding;
import io.nodewright.agent.host.HostRoot;
import io.nodewright.agent.report.Causes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;

/// Looks at one step's program in the package: whether a host could run it (06 B35 to B38).
///
/// @param directory the package's
/// @param findings takes what is found
record StepFileCheck(Path directory, List<Finding> findings) {

  private static final int HEAD = 256;
  private static final String ELF = "\u007fELF";
  private static final Set<PosixFilePermission> EXECUTE =
      Set.of(
          PosixFilePermission.OWNER_EXECUTE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_EXECUTE);

  /// @param path the step's, relative and inside `skyhook_dir`
  /// @param pointer where config.json names it
  void look(String path, String pointer) {
    String name = "step \"" + path + "\"";
    try {
      Path file = HostRoot.child(directory, "skyhook_dir/" + path).toRealPath();
      if (!file.startsWith(directory.toRealPath())) {
        error(pointer, name + " leads outside the package directory");
      } else if (!Files.isRegularFile(file)) {
        error(pointer, name + " is not a regular file");
      } else {
        executeBits(file, name, pointer);
        firstLine(file, name, pointer);
      }
    } catch (IOException e) {
      error(pointer, name + " cannot be read: " + Causes.of(e));
    }
  }

  /// The agent sets missing ones, but on a host that is mounted read-only it cannot (06 B41).
  private void executeBits(Path file, String name, String pointer) throws IOException {
    if (!Files.getPosixFilePermissions(file).containsAll(EXECUTE)) {
      findings.add(
          new Finding(
              Finding.Level.WARN,
              pointer,
              name + " is not executable; chmod 755 it in the package"));
    }
  }

  private void firstLine(Path file, String name, String pointer) throws IOException {
    String head;
    try (InputStream in = Files.newInputStream(file)) {
      head = new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
    }
    if (head.startsWith(ELF)) {
      return;
    }
    if (!head.startsWith("#!")) {
      error(pointer, name + " has no \"#!\" line and is no program");
      return;
    }
    int end = head.indexOf('\n');
    if ((end < 0 ? head : head.substring(0, end)).endsWith("\r")) {
      error(pointer, name + " has Windows line ends: its interpreter will not be found");
    }
  }

  private void error(String pointer, String text) {
    findings.add(new Finding(Finding.Level.ERROR, pointer, text));
  }
}
