package io.nodewright.oci.registry;

import io.nodewright.oci.image.Descriptor;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.image.MediaTypes;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Fetches one image from a registry.
public final class Pull {
  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> LISTS = List.of(MediaTypes.INDEX, MediaTypes.DOCKER_LIST);

  private final RegistryImage image;
  private final RepositoryClient client;

  /// @param plain whether to speak without TLS; for this computer itself that is so anyway
  /// @throws IllegalArgumentException when it names no registry
  public Pull(RegistryImage image, boolean plain, Credentials credentials) {
    this.image = image;
    this.client =
        new RepositoryClient(Registry.parse(image.registry(), plain), image.name(), credentials);
  }

  /// Fetches it; what comes is what its digests say, or nothing.
  ///
  /// @param architecture which image of several under that name, as Go names it
  /// @param folder an empty folder
  /// @throws IOException when there is none, or it cannot be had
  public ImageLayout into(Path folder, String architecture) throws IOException {
    ImageLayout layout = new ImageLayout(folder);
    Files.createDirectories(folder.resolve("blobs/sha256"));
    StoredManifest manifest = manifest(image.reference());
    if (LISTS.contains(manifest.mediaType())) {
      manifest = manifest(digestFor(architecture, JSON.readTree(manifest.content())));
    }
    JsonNode content = JSON.readTree(manifest.content());
    if (!content.path("layers").isArray()) {
      throw new IOException("%s: no image, but %s".formatted(image, manifest.mediaType()));
    }
    Files.write(layout.blob(manifest.digest()), manifest.content());
    fetch(layout, content.path("config"));
    for (JsonNode layer : content.path("layers")) {
      fetch(layout, layer);
    }
    return layout.naming(
        image.toString(),
        architecture,
        new Descriptor(manifest.mediaType(), manifest.digest(), manifest.content().length));
  }

  private StoredManifest manifest(String reference) throws IOException {
    StoredManifest found =
        client
            .manifest(
                reference,
                List.of(
                    MediaTypes.INDEX,
                    MediaTypes.MANIFEST,
                    MediaTypes.DOCKER_LIST,
                    MediaTypes.DOCKER_MANIFEST))
            .orElseThrow(() -> new IOException(image + ": the registry has no such image"));
    if (reference.startsWith("sha256:") && !reference.equals(found.digest())) {
      throw new IOException("%s: the registry sent %s".formatted(image, found.digest()));
    }
    return found;
  }

  private String digestFor(String architecture, JsonNode list) throws IOException {
    for (JsonNode entry : list.path("manifests")) {
      JsonNode platform = entry.path("platform");
      if (platform.path("architecture").asString("").equals(architecture)
          && platform.path("os").asString("").equals("linux")) {
        return entry.path("digest").asString("");
      }
    }
    throw new IOException("%s: has no image for linux/%s".formatted(image, architecture));
  }

  private void fetch(ImageLayout layout, JsonNode blob) throws IOException {
    String digest = blob.path("digest").asString("");
    if (!digest.matches("sha256:[0-9a-f]{64}")) {
      throw new IOException("%s: names a blob \"%s\"".formatted(image, digest));
    }
    Path file = layout.blob(digest);
    if (Files.exists(file)) {
      return; // an image may have one layer twice
    }
    client.download(digest, file);
    String came = Packing.digest(file);
    if (!came.equals(digest)) {
      throw new IOException("%s: %s came as %s".formatted(image, digest, came));
    }
  }
}
