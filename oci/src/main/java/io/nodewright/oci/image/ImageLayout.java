package io.nodewright.oci.image;

import io.nodewright.oci.layer.PackedLayer;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One image of one kind of computer in the OCI image layout: `oci-layout`, `index.json` and
/// `blobs/sha256/…`.
///
/// @param folder the layout's folder
public record ImageLayout(Path folder) {
  private static final JsonMapper JSON = new JsonMapper();

  /// Writes an image into `folder`, which must not have one.
  ///
  /// @param name the image's name and tag, as in `nodewright/agent:0.21.0`
  /// @param architecture as Go names it
  /// @param layers the lowest first; their files are copied
  public static ImageLayout write(
      Path folder, String name, String architecture, ImageConfig config, List<PackedLayer> layers)
      throws IOException {
    ImageLayout layout = new ImageLayout(folder);
    Files.createDirectories(folder.resolve("blobs/sha256"));
    for (PackedLayer layer : layers) {
      Files.copy(layer.file(), layout.blob(layer.digest()), StandardCopyOption.REPLACE_EXISTING);
    }
    Descriptor configuration = layout.put(MediaTypes.CONFIG, config.document(architecture, layers));
    Descriptor manifest =
        layout.put(MediaTypes.MANIFEST, manifest(configuration, layers, config.labels()));
    return layout.naming(name, architecture, manifest);
  }

  /// Makes `manifest`, whose blobs are here, the one image of this layout.
  ///
  /// @param name the image's name and tag
  /// @param architecture as Go names it
  public ImageLayout naming(String name, String architecture, Descriptor manifest)
      throws IOException {
    Files.writeString(folder.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
    JSON.writeValue(folder.resolve("index.json").toFile(), index(name, architecture, manifest));
    return this;
  }

  /// Writes an image that is this one with a layer on top.
  ///
  /// @param target the folder, which must not have an image
  /// @param name the new image's name and tag
  /// @param architecture which of several images of this layout it stands on, as Go names it
  /// @param labels added to those of this image
  /// @throws IOException when this layout has no image of that architecture
  public ImageLayout extended(
      Path target, String name, String architecture, Map<String, String> labels, PackedLayer layer)
      throws IOException {
    return new ExtendedImage(this, architecture).write(target, name, labels, layer);
  }

  /// The layers of the image for that kind of computer, the lowest first, as files.
  ///
  /// @param architecture as Go names it
  /// @throws IOException when this layout has none for it
  public List<Path> layerFiles(String architecture) throws IOException {
    return new ExtendedImage(this, architecture).layers();
  }

  /// The image's manifest.
  ///
  /// @throws IOException when this is no layout with exactly one image
  public Descriptor manifest() throws IOException {
    JsonNode entry = entry();
    return new Descriptor(
        entry.path("mediaType").asString(""),
        entry.path("digest").asString(""),
        entry.path("size").asLong());
  }

  /// The image's name and tag, as in `nodewright/agent:0.21.0`.
  public String name() throws IOException {
    return entry().path("annotations").path("io.containerd.image.name").asString("");
  }

  /// What computers it is for, as Go names it.
  public String architecture() throws IOException {
    return entry().path("platform").path("architecture").asString("");
  }

  /// The configuration that the manifest names.
  public Descriptor config() throws IOException {
    return descriptor(read(manifest().digest()).path("config"));
  }

  /// The layers that the manifest names, the lowest first.
  public List<Descriptor> layers() throws IOException {
    List<Descriptor> layers = new ArrayList<>();
    read(manifest().digest()).path("layers").forEach(layer -> layers.add(descriptor(layer)));
    return layers;
  }

  /// Where the blob called `digest` lies.
  public Path blob(String digest) {
    return folder.resolve("blobs").resolve(digest.replace(':', '/'));
  }

  private JsonNode entry() throws IOException {
    JsonNode manifests = tree(folder.resolve("index.json")).path("manifests");
    if (manifests.size() != 1) {
      throw new IOException(folder + ": has " + manifests.size() + " images, not one");
    }
    return manifests.get(0);
  }

  JsonNode read(String digest) throws IOException {
    return tree(blob(digest));
  }

  static JsonNode tree(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return JSON.readTree(in);
    }
  }

  Descriptor put(String mediaType, Map<String, Object> document) throws IOException {
    byte[] content = JSON.writeValueAsBytes(document);
    String digest = Packing.digest(content);
    Files.write(blob(digest), content);
    return new Descriptor(mediaType, digest, content.length);
  }

  private static Map<String, Object> manifest(
      Descriptor config, List<PackedLayer> layers, Map<String, String> annotations) {
    SequencedMap<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("schemaVersion", 2);
    manifest.put("mediaType", MediaTypes.MANIFEST);
    manifest.put("config", config.document());
    manifest.put(
        "layers",
        layers.stream()
            .map(layer -> new Descriptor(MediaTypes.LAYER, layer.digest(), layer.size()).document())
            .toList());
    manifest.put("annotations", annotations);
    return manifest;
  }

  private static Map<String, Object> index(String name, String architecture, Descriptor manifest) {
    Map<String, Object> entry = manifest.document();
    SequencedMap<String, Object> platform = new LinkedHashMap<>();
    platform.put("architecture", architecture);
    platform.put("os", "linux");
    entry.put("platform", platform);
    SequencedMap<String, Object> annotations = new LinkedHashMap<>();
    annotations.put("io.containerd.image.name", name);
    annotations.put("org.opencontainers.image.ref.name", name.substring(name.lastIndexOf(':') + 1));
    entry.put("annotations", annotations);
    SequencedMap<String, Object> index = new LinkedHashMap<>();
    index.put("schemaVersion", 2);
    index.put("mediaType", MediaTypes.INDEX);
    index.put("manifests", List.of(entry));
    return index;
  }

  private static Descriptor descriptor(JsonNode node) {
    return new Descriptor(
        node.path("mediaType").asString(""),
        node.path("digest").asString(""),
        node.path("size").asLong());
  }
}
