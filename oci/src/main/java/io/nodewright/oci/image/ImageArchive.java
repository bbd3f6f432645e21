package io.nodewright.oci.image;

import io.nodewright.oci.layer.TarWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import tools.jackson.databind.json.JsonMapper;

/// An image as one file: a tar of its OCI layout that also has the `manifest.json` of `docker
/// save`. `ctr images import`, `docker load` and `podman load` read it.
public final class ImageArchive {
  private static final JsonMapper JSON = new JsonMapper();

  private ImageArchive() {}

  /// Writes the image of `layout` to `target`.
  public static void write(ImageLayout layout, Path target) throws IOException {
    SequencedSet<String> blobs = new LinkedHashSet<>();
    blobs.add(layout.manifest().digest());
    blobs.add(layout.config().digest());
    layout.layers().forEach(layer -> blobs.add(layer.digest()));
    try (TarWriter tar =
        new TarWriter(new BufferedOutputStream(Files.newOutputStream(target), 1 << 16))) {
      tar.file("oci-layout", 0644, layout.folder().resolve("oci-layout"));
      tar.file("index.json", 0644, layout.folder().resolve("index.json"));
      tar.file("manifest.json", 0644, docker(layout).getBytes(StandardCharsets.UTF_8));
      for (String blob : blobs) {
        tar.file(path(blob), 0644, layout.blob(blob));
      }
    }
  }

  private static String docker(ImageLayout layout) throws IOException {
    SequencedMap<String, Object> image = new LinkedHashMap<>();
    image.put("Config", path(layout.config().digest()));
    image.put("RepoTags", List.of(layout.name()));
    image.put("Layers", layout.layers().stream().map(layer -> path(layer.digest())).toList());
    return JSON.writeValueAsString(List.of(image));
  }

  private static String path(String digest) {
    return "blobs/" + digest.replace(':', '/');
  }
}
