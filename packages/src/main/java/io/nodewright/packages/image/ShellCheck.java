package io.nodewright.packages.image;

import io.nodewright.oci.layer.TarReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/// Whether a base has what the operator runs in it.
final class ShellCheck {

  private static final List<String> NEEDED = List.of("sh", "mkdir", "cp");
  private static final int ZSTD = 0x28b52ffd;

  private ShellCheck() {}

  /// Refuses a base that could not be copied from on a node.
  ///
  /// @param layers the lowest first
  static void require(List<Path> layers, BaseImage base) throws IOException {
    Set<String> paths = new HashSet<>();
    for (Path layer : layers) {
      if (!read(layer, paths)) {
        return; // packed in a way that is not read here: the node will tell
      }
    }
    if (paths.contains("skyhook-package/config.json")) {
      throw new IOException(
          base.shown()
              + ": holds a package already, whose files would be mixed with this one's; take the base"
              + " that it was built on");
    }
    for (String program : NEEDED) {
      if (!paths.contains("bin/" + program) && !paths.contains("usr/bin/" + program)) {
        throw new IOException(
            "%s: has no /bin/%s, and without it a node cannot take the package out of the image; take a base such as busybox, or --base %s"
                .formatted(base.shown(), program, BaseImage.THIS_COMPUTER));
      }
    }
  }

  private static boolean read(Path layer, Set<String> paths) throws IOException {
    try (InputStream file = new BufferedInputStream(Files.newInputStream(layer), 1 << 16)) {
      file.mark(4);
      byte[] first = file.readNBytes(4);
      file.reset();
      int magic = first.length < 4 ? 0 : ByteBuffer.wrap(first).getInt();
      if (magic == ZSTD) {
        return false;
      }
      boolean gzip = magic >>> 16 == 0x1f8b;
      new TarReader(gzip ? new GZIPInputStream(file, 1 << 16) : file)
          .each((entry, _) -> paths.add(entry.path()));
      return true;
    }
  }
}
