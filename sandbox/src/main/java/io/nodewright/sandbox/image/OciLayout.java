package io.nodewright.sandbox.image;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// An image in the OCI image layout: a folder with `index.json` and blobs by their digests.
final class OciLayout {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int GZIP_MAGIC = 0x1f8b;

  private final Path folder;

  OciLayout(Path folder) {
    this.folder = folder;
  }

  /// Unpacks the image's layers, one over the other, into `root`.
  Unpacked unpack(Path root) throws IOException {
    JsonNode described =
        manifestIn(JSON.readTree(Files.readAllBytes(folder.resolve("index.json"))));
    JsonNode manifest = json(described);
    for (JsonNode layer : manifest.path("layers")) {
      try (InputStream blob = open(layer);
          InputStream tar = plain(blob)) {
        new LayerUnpacking(root).unpack(tar);
      }
    }
    return new Unpacked(
        described.path("digest").asString(), config(json(manifest.path("config")).path("config")));
  }

  /// The manifest for this kind of computer; an index may lead to another index.
  private JsonNode manifestIn(JsonNode index) throws IOException {
    for (JsonNode entry : index.path("manifests")) {
      if (entry.path("mediaType").asString("").contains("index")
          || entry.path("mediaType").asString("").contains("manifest.list")) {
        return manifestIn(json(entry));
      }
      String made = entry.path("platform").path("architecture").asString("");
      if (made.isEmpty() || made.equals(architecture())) {
        return entry;
      }
    }
    throw new IOException(folder + ": has no image for " + architecture());
  }

  private JsonNode json(JsonNode descriptor) throws IOException {
    try (InputStream blob = open(descriptor)) {
      return JSON.readTree(blob.readAllBytes());
    }
  }

  /// A blob, read twice: first to see that it has its digest.
  private InputStream open(JsonNode descriptor) throws IOException {
    String digest = descriptor.path("digest").asString("");
    if (!digest.startsWith("sha256:")) {
      throw new IOException(folder + ": blob \"" + digest + "\" is not named by SHA-256");
    }
    String expected = digest.substring("sha256:".length());
    Path blob = folder.resolve("blobs/sha256").resolve(expected);
    String actual = sha256(blob);
    if (!actual.equals(expected)) {
      throw new IOException(blob + ": has SHA-256 " + actual);
    }
    return new BufferedInputStream(Files.newInputStream(blob));
  }

  private static String sha256(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static InputStream plain(InputStream blob) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(blob);
    buffered.mark(2);
    int magic = (buffered.read() << 8) | buffered.read();
    buffered.reset();
    return magic == GZIP_MAGIC ? new GZIPInputStream(buffered) : buffered;
  }

  private static Image.Config config(JsonNode config) {
    Map<String, String> environment = new TreeMap<>();
    for (String variable : strings(config.path("Env"))) {
      int equals = variable.indexOf('=');
      environment.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    return new Image.Config(
        strings(config.path("Entrypoint")),
        strings(config.path("Cmd")),
        environment,
        config.path("WorkingDir").asString(""));
  }

  private static List<String> strings(JsonNode array) {
    List<String> strings = new ArrayList<>();
    array.forEach(item -> strings.add(item.asString()));
    return strings;
  }

  private static String architecture() {
    String java = System.getProperty("os.arch");
    return java.equals("aarch64") ? "arm64" : java;
  }

  /// What an unpacked image was.
  ///
  /// @param digest the digest of its manifest
  /// @param config what is run in it
  record Unpacked(String digest, Image.Config config) {}
}
