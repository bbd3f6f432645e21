package io.nodewright.oci.image;

import io.nodewright.oci.layer.TarReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// An image that somebody has: a folder in the OCI image layout, or the same as one file, as
/// `skopeo copy`, `podman save --format oci-archive` and `docker save` (25 and newer) write it.
///
/// @param path the folder or the file
public record ImageSource(Path path) {

  /// The image as a layout.
  ///
  /// @param work an empty folder, which an archive is unpacked into
  /// @throws IOException when there is no image
  public ImageLayout layout(Path work) throws IOException {
    Path folder = path;
    if (Files.isRegularFile(path)) {
      unpack(work);
      folder = work;
    }
    if (!Files.isRegularFile(folder.resolve("index.json"))) {
      throw new IOException(
          path
              + ": no image in the OCI layout; write one with: skopeo copy docker://IMAGE oci:FOLDER,"
              + " or podman save --format oci-archive");
    }
    return new ImageLayout(folder);
  }

  private void unpack(Path work) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
      new TarReader(in)
          .each(
              (entry, content) -> {
                // Only names that a layout has: nothing is written elsewhere.
                boolean blob = entry.path().matches("blobs/sha256/[0-9a-f]{64}");
                if (entry.type() == '0' && (blob || entry.path().equals("index.json"))) {
                  Path target = work.resolve(entry.path());
                  Files.createDirectories(target.getParent());
                  Files.copy(content, target);
                }
              });
    }
  }
}
