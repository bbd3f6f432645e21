package io.nodewright.sandbox.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The processes of this computer that are in a mount namespace.
final class NamespaceMembers {
  private NamespaceMembers() {}

  /// Those in the namespace called `name`, as in `mnt:[4026531840]`.
  static Stream<ProcessHandle> of(String name) {
    return ProcessHandle.allProcesses().filter(process -> isIn(process, name));
  }

  private static boolean isIn(ProcessHandle process, String name) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "ns/mnt"))
          .toString()
          .equals(name);
    } catch (IOException e) {
      return false; // it has ended, or is somebody else's
    }
  }
}
