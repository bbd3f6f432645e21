package io.nodewright.sandbox.pod;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;

/// A folder of files that change all at once, as kubelets lay out ConfigMaps: the files are in a
/// folder of their own, `..data` is a link to it, and each name is a link through `..data`.
///
/// @param files the content by path below the folder
/// @param mode the files' permission bits
record LinkedFolder(Map<String, byte[]> files, int mode) {
  LinkedFolder {
    files = new TreeMap<>(files);
  }

  /// Writes it to `folder`, which is made when it is not there.
  void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path real = Files.createTempDirectory(folder, "..");
    Files.setAttribute(real, "unix:mode", 0755);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = real.resolve(file.getKey()).normalize();
      if (!path.startsWith(real)) {
        throw new IOException(file.getKey() + ": leads out of the volume");
      }
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
      Files.setAttribute(path, "unix:mode", mode);
    }
    Path link = folder.resolve("..data_tmp");
    Files.createSymbolicLink(link, real.getFileName());
    Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    for (String name : files.keySet()) {
      String first = Path.of(name).getName(0).toString();
      Path visible = folder.resolve(first);
      if (!Files.exists(visible, LinkOption.NOFOLLOW_LINKS)) {
        Files.createSymbolicLink(visible, Path.of("..data", first));
      }
    }
  }
}
