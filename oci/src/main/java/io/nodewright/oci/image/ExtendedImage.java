package io.nodewright.oci.image;

import io.nodewright.oci.layer.FixedTime;
import io.nodewright.oci.layer.PackedLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One image of a layout, to stand on.
///
/// @param base the layout, which may have images of several kinds of computers
/// @param architecture the kind of computer
record ExtendedImage(ImageLayout base, String architecture) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String DOCKER_LAYER = "application/vnd.docker.image.rootfs.diff.tar.gzip";

  ImageLayout write(Path target, String name, Map<String, String> labels, PackedLayer layer)
      throws IOException {
    JsonNode below = manifest();
    ImageLayout made = new ImageLayout(target);
    Files.createDirectories(target.resolve("blobs/sha256"));
    ArrayNode layers = JSON.createArrayNode();
    for (JsonNode one : below.path("layers")) {
      String digest = one.path("digest").asString("");
      Files.copy(base.blob(digest), made.blob(digest), StandardCopyOption.REPLACE_EXISTING);
      ObjectNode entry = (ObjectNode) one.deepCopy();
      if (entry.path("mediaType").asString("").equals(DOCKER_LAYER)) {
        entry.put("mediaType", MediaTypes.LAYER);
      }
      layers.add(entry);
    }
    Files.copy(layer.file(), made.blob(layer.digest()), StandardCopyOption.REPLACE_EXISTING);
    layers.addPOJO(new Descriptor(MediaTypes.LAYER, layer.digest(), layer.size()).document());
    JsonNode config = base.read(below.path("config").path("digest").asString(""));
    SequencedMap<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("schemaVersion", 2);
    manifest.put("mediaType", MediaTypes.MANIFEST);
    manifest.put("config", made.put(MediaTypes.CONFIG, extended(config, labels, layer)).document());
    manifest.put("layers", layers);
    manifest.put("annotations", labels);
    return made.naming(name, architecture, made.put(MediaTypes.MANIFEST, manifest));
  }

  private static Map<String, Object> extended(
      JsonNode config, Map<String, String> labels, PackedLayer layer) {
    ObjectNode copy = (ObjectNode) config.deepCopy();
    copy.put("created", FixedTime.AT.toString());
    ObjectNode all = copy.withObject("/config").withObject("/Labels");
    labels.forEach(all::put);
    copy.withObject("/rootfs").withArray("/diff_ids").add(layer.contentDigest());
    ObjectNode step = copy.withArray("/history").addObject();
    step.put("created", FixedTime.AT.toString());
    step.put("created_by", "nodewright: " + layer.title());
    SequencedMap<String, Object> ordered = new LinkedHashMap<>();
    copy.properties().forEach(each -> ordered.put(each.getKey(), each.getValue()));
    return ordered;
  }

  /// The layers, the lowest first, as files of the base.
  List<Path> layers() throws IOException {
    List<Path> files = new ArrayList<>();
    manifest().path("layers").forEach(one -> files.add(base.blob(one.path("digest").asString(""))));
    return files;
  }

  /// The manifest of that kind of computer; lists may be in lists.
  private JsonNode manifest() throws IOException {
    return find(ImageLayout.tree(base.folder().resolve("index.json")).path("manifests"))
        .orElseThrow(
            () -> new IOException(base.folder() + ": has no image for linux/" + architecture));
  }

  private Optional<JsonNode> find(JsonNode entries) throws IOException {
    for (JsonNode entry : entries) {
      JsonNode content = base.read(entry.path("digest").asString(""));
      if (content.has("manifests")) {
        var deeper = find(content.path("manifests"));
        if (deeper.isPresent()) {
          return deeper;
        }
      } else if (content.path("layers").isArray()) {
        JsonNode config = base.read(content.path("config").path("digest").asString(""));
        if (config.path("architecture").asString("").equals(architecture)) {
          return Optional.of(content);
        }
      }
    }
    return Optional.empty();
  }
}
