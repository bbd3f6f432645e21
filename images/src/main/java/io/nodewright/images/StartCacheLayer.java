package io.nodewright.images;

import io.nodewright.images.process.Folders;
import io.nodewright.images.program.ProgramFiles;
import io.nodewright.oci.layer.FixedTime;
import io.nodewright.oci.layer.PackedLayer;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// The start cache as an image's last layer, of its own because no two trainings leave the same
/// bytes. A cache that was made for the same layers and flags is taken again, so that a second
/// build gives the same image.
///
/// @param keep where caches are kept
/// @param files the program, laid out
/// @param work for what is made on the way
record StartCacheLayer(Path keep, ProgramFiles files, Path work) {

  /// The layer above `below`.
  PackedLayer of(List<PackedLayer> below) throws IOException {
    Path kept = kept(below);
    if (!Files.exists(kept)) {
      make(kept);
    }
    Files.createDirectories(files.cache().getParent());
    Files.copy(kept, files.cache(), StandardCopyOption.REPLACE_EXISTING);
    FixedTime.stamp(files.root().resolve(ProgramFiles.CACHE));
    return Packing.pack(
        "start cache",
        files.root(),
        path -> path.startsWith(ProgramFiles.CACHE),
        work.resolve("cache.tar.gz"));
  }

  private void make(Path kept) throws IOException {
    Path made = work.resolve("trained.aot");
    files.train(made);
    Files.createDirectories(kept.getParent());
    try (DirectoryStream<Path> older =
        Files.newDirectoryStream(kept.getParent(), files.program().name() + "-*.aot")) {
      for (Path one : older) {
        Folders.remove(one);
      }
    }
    Files.move(made, kept, StandardCopyOption.REPLACE_EXISTING);
    kept.toFile().setReadable(true, false);
  }

  private Path kept(List<PackedLayer> below) {
    StringBuilder all = new StringBuilder();
    below.forEach(layer -> all.append(layer.contentDigest()).append('\n'));
    all.append(files.program().flags());
    String key =
        Packing.digest(all.toString().getBytes(StandardCharsets.UTF_8))
            .substring("sha256:".length(), "sha256:".length() + 16);
    return keep.resolve("start-caches").resolve(files.program().name() + "-" + key + ".aot");
  }
}
