package io.nodewright.e2e.machine;

import io.nodewright.images.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What a run that was killed has left behind.
public final class Leftovers {
  private Leftovers() {}

  /// Takes off all that is mounted below `folder`, the last mounted first.
  public static void unmount(Path folder) throws IOException {
    List<String> mounted =
        Files.readAllLines(Path.of("/proc/self/mounts")).stream()
            .map(line -> line.split(" ", -1)[1])
            .filter(target -> Path.of(target).startsWith(folder))
            .toList();
    for (String target : mounted.reversed()) {
      new ChildProcess(List.of("umount", "--lazy", target)).run();
    }
  }
}
