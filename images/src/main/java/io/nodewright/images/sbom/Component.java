package io.nodewright.images.sbom;

import io.nodewright.images.debian.DebianPackage;
import io.nodewright.oci.layer.Packing;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// One thing that an image has.
///
/// @param type as CycloneDX names it
/// @param group who publishes it; empty for none
/// @param name its name
/// @param version its version
/// @param purl its package URL, which scanners look up
/// @param sha256 of its file, as hexadecimal digits; empty for what is no single file
public record Component(
    String type, String group, String name, String version, String purl, String sha256) {

  /// A Debian package.
  ///
  /// @param distribution such as `debian-12`
  public static Component of(DebianPackage one, String distribution) throws IOException {
    String vendor = distribution.substring(0, distribution.indexOf('-'));
    return new Component(
        "library",
        vendor,
        one.name(),
        one.version(),
        "pkg:deb/%s/%s@%s?arch=%s&distro=%s"
            .formatted(
                vendor, one.name(), encoded(one.version()), one.architecture(), distribution),
        sha256(one.file()));
  }

  /// A jar.
  ///
  /// @param path its path in a Maven repository: group, artifact, version and file
  /// @param file where it is
  public static Component ofJar(Path path, Path file) throws IOException {
    int parts = path.getNameCount();
    if (parts < 4) {
      throw new IOException(path + ": not a path in a Maven repository");
    }
    String group = path.subpath(0, parts - 3).toString().replace('/', '.');
    String artifact = path.getName(parts - 3).toString();
    String version = path.getName(parts - 2).toString();
    return new Component(
        "library",
        group,
        artifact,
        version,
        "pkg:maven/%s/%s@%s?type=jar".formatted(group, artifact, encoded(version)),
        sha256(file));
  }

  /// Java.
  ///
  /// @param vendor who built it
  /// @param version its full version
  public static Component ofJava(String vendor, String version) {
    return new Component(
        "platform",
        vendor,
        "java-runtime",
        version,
        "pkg:generic/java-runtime@" + encoded(version),
        "");
  }

  Map<String, Object> document() {
    SequencedMap<String, Object> map = new LinkedHashMap<>();
    map.put("type", type);
    map.put("bom-ref", purl);
    if (!group.isEmpty()) {
      map.put("group", group);
    }
    map.put("name", name);
    map.put("version", version);
    if (!sha256.isEmpty()) {
      SequencedMap<String, Object> hash = new LinkedHashMap<>();
      hash.put("alg", "SHA-256");
      hash.put("content", sha256);
      map.put("hashes", List.of(hash));
    }
    map.put("purl", purl);
    return map;
  }

  private static String sha256(Path file) throws IOException {
    return Packing.digest(Files.readAllBytes(file)).substring("sha256:".length());
  }

  private static String encoded(String version) {
    return URLEncoder.encode(version, StandardCharsets.UTF_8);
  }
}
