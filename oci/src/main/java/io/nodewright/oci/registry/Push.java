package io.nodewright.oci.registry;

import io.nodewright.oci.image.Descriptor;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.image.MediaTypes;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Pushes one image: of one kind of computer, or of several under one name.
public final class Push {
  private static final JsonMapper JSON = new JsonMapper();
  private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);

  private final RepositoryClient client;
  private int uploads;

  /// @param name the image's name, which follows the registry's path
  public Push(Registry registry, String name, Credentials credentials) {
    this.client = new RepositoryClient(registry, name, credentials);
  }

  /// How many blobs were uploaded; others were there already.
  public int uploads() {
    return uploads;
  }

  /// Pushes `images` under `tag`.
  ///
  /// @param images one for each kind of computer
  /// @return the digest that the tag stands for
  /// @throws IOException when the registry refuses something; the text says what
  public String images(List<ImageLayout> images, String tag) throws IOException {
    for (ImageLayout image : images) {
      blobs(image);
      Descriptor manifest = image.manifest();
      client.putManifest(manifest.digest(), manifest.mediaType(), content(image));
    }
    if (images.size() == 1) {
      ImageLayout only = images.getFirst();
      client.putManifest(tag, only.manifest().mediaType(), content(only));
      return only.manifest().digest();
    }
    byte[] index = index(images);
    client.putManifest(tag, MediaTypes.INDEX, index);
    return Packing.digest(index);
  }

  /// Pushes the list of an image's components as something that belongs to the image.
  ///
  /// @param components the CycloneDX file
  public void components(ImageLayout image, Path components) throws IOException {
    byte[] list = Files.readAllBytes(components);
    blob(Packing.digest(list), list);
    blob(Packing.digest(NOTHING), NOTHING);
    SequencedMap<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("schemaVersion", 2);
    manifest.put("mediaType", MediaTypes.MANIFEST);
    manifest.put("artifactType", MediaTypes.SBOM);
    manifest.put(
        "config",
        new Descriptor(MediaTypes.EMPTY, Packing.digest(NOTHING), NOTHING.length).document());
    manifest.put(
        "layers",
        List.of(new Descriptor(MediaTypes.SBOM, Packing.digest(list), list.length).document()));
    manifest.put("subject", image.manifest().document());
    byte[] content = JSON.writeValueAsBytes(manifest);
    String digest = Packing.digest(content);
    if (!client.putManifest(digest, MediaTypes.MANIFEST, content)) {
      Map<String, Object> entry =
          new Descriptor(MediaTypes.MANIFEST, digest, content.length).document();
      entry.put("artifactType", MediaTypes.SBOM);
      belonging(image.manifest().digest(), entry, digest);
    }
  }

  /// Registries that keep no list of what belongs to a manifest have it under a tag instead.
  private void belonging(String subject, Map<String, Object> entry, String digest)
      throws IOException {
    String tag = subject.replace(':', '-');
    List<Object> entries = new ArrayList<>();
    Optional<StoredManifest> before = client.manifest(tag, List.of(MediaTypes.INDEX));
    if (before.isPresent()) {
      for (JsonNode one : JSON.readTree(before.get().content()).path("manifests")) {
        if (!one.path("digest").asString("").equals(digest)) {
          entries.add(one);
        }
      }
    }
    entries.add(entry);
    client.putManifest(tag, MediaTypes.INDEX, JSON.writeValueAsBytes(indexOf(entries)));
  }

  private void blobs(ImageLayout image) throws IOException {
    List<Descriptor> all = new ArrayList<>(image.layers());
    all.add(image.config());
    for (Descriptor one : all) {
      if (!client.has(one.digest())) {
        client.upload(one.digest(), image.blob(one.digest()));
        uploads++;
      }
    }
  }

  private void blob(String digest, byte[] content) throws IOException {
    if (!client.has(digest)) {
      client.upload(digest, content);
      uploads++;
    }
  }

  private static byte[] content(ImageLayout image) throws IOException {
    return Files.readAllBytes(image.blob(image.manifest().digest()));
  }

  private static byte[] index(List<ImageLayout> images) throws IOException {
    List<Object> entries = new ArrayList<>();
    for (ImageLayout image : images) {
      SequencedMap<String, Object> platform = new LinkedHashMap<>();
      platform.put("architecture", image.architecture());
      platform.put("os", "linux");
      Map<String, Object> entry = image.manifest().document();
      entry.put("platform", platform);
      entries.add(entry);
    }
    return JSON.writeValueAsBytes(indexOf(entries));
  }

  private static Map<String, Object> indexOf(List<Object> entries) {
    SequencedMap<String, Object> index = new LinkedHashMap<>();
    index.put("schemaVersion", 2);
    index.put("mediaType", MediaTypes.INDEX);
    index.put("manifests", entries);
    return index;
  }
}
