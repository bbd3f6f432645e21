package io.nodewright.oci.registry;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The name of an image in a registry.
///
/// @param registry the registry and the path in it, as [Registry#parse] reads it
/// @param name the last part of the image's name
/// @param reference a tag, or a digest
public record RegistryImage(String registry, String name, String reference) {
  private static final String PART = "[a-z0-9]+(?:[._-]+[a-z0-9]+)*";
  private static final Pattern FORM =
      Pattern.compile(
          "(?<host>(?:localhost|[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+|[A-Za-z0-9-]+(?=:))(?::[0-9]+)?)"
              + "(?<path>(?:/%1$s)*)/(?<name>%1$s)".formatted(PART)
              + "(?::(?<tag>[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?"
              + "(?:@(?<digest>sha256:[0-9a-f]{64}))?");
  private static final String DOCKER_HUB = "docker.io";

  /// Reads `HOST[:PORT]/[PATH/]NAME[:TAG][@DIGEST]`; without both of these it is tag `latest`.
  ///
  /// @return nothing when it has another form
  public static Optional<RegistryImage> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String path = matcher.group("path");
    // Images of that registry's own have no path in what people write.
    String own = path.isEmpty() && matcher.group("host").equals(DOCKER_HUB) ? "/library" : path;
    String tag = matcher.group("tag") == null ? "latest" : matcher.group("tag");
    return Optional.of(
        new RegistryImage(
            matcher.group("host") + own,
            matcher.group("name"),
            matcher.group("digest") == null ? tag : matcher.group("digest")));
  }

  /// The registry alone, with its port where it has one.
  public String host() {
    int slash = registry.indexOf('/');
    return slash < 0 ? registry : registry.substring(0, slash);
  }

  /// As people write it.
  @Override
  public String toString() {
    return registry + "/" + name + (reference.contains(":") ? "@" : ":") + reference;
  }
}
