package io.nodewright.sandbox.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The processes of a machine that are in a mount namespace.
final class NamespaceMembers {
  private NamespaceMembers() {}

  /// Those in the mount namespace called `name`, as in `mnt:[4026531840]`, and in the UTS namespace
  /// of process `init`. The kernel gives the number of a mount namespace that is gone to the next
  /// one, perhaps of another sandbox; that of a machine that is up is its own.
  static Stream<ProcessHandle> of(String name, long init) {
    String machine = namespace(init, "uts");
    return machine.isEmpty()
        ? Stream.empty()
        : ProcessHandle.allProcesses()
            .filter(
                process ->
                    namespace(process.pid(), "mnt").equals(name)
                        && namespace(process.pid(), "uts").equals(machine));
  }

  /// Empty when the process has ended, or is somebody else's.
  private static String namespace(long pid, String kind) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", kind)).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
