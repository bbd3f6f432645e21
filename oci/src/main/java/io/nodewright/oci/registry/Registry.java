package io.nodewright.oci.registry;

import java.net.URI;

/// A place for images: a registry and a path in it.
///
/// @param host with a port where it has one
/// @param path in front of each image's name; may be empty
/// @param plain whether it is spoken to without TLS
public record Registry(String host, String path, boolean plain) {
  private static final String DOCKER_HUB = "docker.io";

  /// Parses `HOST[:PORT][/PATH]`.
  ///
  /// @param plain whether to speak without TLS; for this computer itself that is so anyway
  /// @throws IllegalArgumentException when there is no host in it
  public static Registry parse(String text, boolean plain) {
    int slash = text.indexOf('/');
    String host = slash < 0 ? text : text.substring(0, slash);
    if (host.isEmpty()
        || text.contains("://")
        || !(host.contains(".") || host.contains(":") || host.equals("localhost"))) {
      throw new IllegalArgumentException(
          "\"%s\": no registry; write HOST[:PORT][/PATH], as in registry.example.com/team"
              .formatted(text));
    }
    String path = slash < 0 ? "" : text.substring(slash + 1).replaceAll("/+$", "");
    return new Registry(host, path, plain || local(host));
  }

  /// The repository of image `name`, without the host.
  public String repository(String name) {
    return path.isEmpty() ? name : path + "/" + name;
  }

  /// The full name of image `name`, as nodes pull it.
  public String reference(String name, String tag) {
    return "%s/%s:%s".formatted(host, repository(name), tag);
  }

  /// Where the protocol's `/v2/…` is.
  URI uri(String rest) {
    String server = host.equals(DOCKER_HUB) ? "registry-1.docker.io" : host;
    return URI.create((plain ? "http://" : "https://") + server + "/v2/" + rest);
  }

  private static boolean local(String host) {
    String name = host.replaceAll(":[0-9]+$", "");
    return name.equals("localhost") || name.startsWith("127.");
  }
}
