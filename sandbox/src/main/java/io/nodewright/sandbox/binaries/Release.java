package io.nodewright.sandbox.binaries;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/// Where finished programs are published, and which bytes they must have.
///
/// @param kubernetesBase the URL below which Kubernetes' releases lie
/// @param etcdBase the URL below which etcd's releases lie
/// @param checksums SHA-256 in lower-case hex, by the path below the base
public record Release(String kubernetesBase, String etcdBase, Map<String, String> checksums) {
  private static final String PINS = "checksums.properties";

  public Release {
    checksums = Map.copyOf(checksums);
  }

  /// The public servers and this build's pins. `NODEWRIGHT_KUBERNETES_URL` and
  /// `NODEWRIGHT_ETCD_URL` name other servers, such as a mirror; the pins stay.
  public static Release of(Map<String, String> environment) throws IOException {
    Properties pins = new Properties();
    try (InputStream text = Release.class.getResourceAsStream(PINS)) {
      if (text == null) {
        throw new IllegalStateException(PINS + ": not on the class path");
      }
      pins.load(text);
    }
    Map<String, String> checksums = new TreeMap<>();
    pins.stringPropertyNames().forEach(path -> checksums.put(path, pins.getProperty(path)));
    return new Release(
        environment.getOrDefault("NODEWRIGHT_KUBERNETES_URL", "https://dl.k8s.io/release"),
        environment.getOrDefault(
            "NODEWRIGHT_ETCD_URL", "https://github.com/etcd-io/etcd/releases/download"),
        checksums);
  }

  /// What to fetch for `program` on a computer of this kind.
  ///
  /// @throws IOException when no checksum is pinned for it: nothing is run that nobody vouched for
  Asset asset(KubeProgram program) throws IOException {
    return asset(program, architecture(System.getProperty("os.arch")));
  }

  Asset asset(KubeProgram program, String architecture) throws IOException {
    if (program.partOfKubernetes()) {
      String path = "%s/bin/linux/%s/%s".formatted(program.version(), architecture, program.name());
      return new Asset.Program(kubernetesBase + "/" + path, checksum(path));
    }
    if (!program.name().equals("etcd")) {
      throw new IOException(
          "%s: is built from its source and not downloaded; install Go".formatted(program.name()));
    }
    String archive = "etcd-%s-linux-%s".formatted(program.version(), architecture);
    String path = "%s/%s.tar.gz".formatted(program.version(), archive);
    return new Asset.Archive(etcdBase + "/" + path, checksum(path), archive + "/" + program.name());
  }

  private String checksum(String path) throws IOException {
    String checksum = checksums.getOrDefault(path, "");
    if (checksum.isEmpty()) {
      throw new IOException(
          "%s: no SHA-256 is pinned for it in %s, so it is not downloaded; install Go instead"
              .formatted(path, PINS));
    }
    return checksum;
  }

  private static String architecture(String java) {
    return switch (java.toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> "amd64";
      case "aarch64", "arm64" -> "arm64";
      default ->
          throw new IllegalStateException(
              "%s: no programs are published for this kind of computer; install Go"
                  .formatted(java));
    };
  }

  /// One file to fetch.
  sealed interface Asset {
    /// Where it is.
    String url();

    /// What it must hash to, in lower-case hex.
    String sha256();

    /// The program itself.
    record Program(String url, String sha256) implements Asset {}

    /// A gzipped tar archive that has the program at the path `member`.
    record Archive(String url, String sha256, String member) implements Asset {}
  }
}
