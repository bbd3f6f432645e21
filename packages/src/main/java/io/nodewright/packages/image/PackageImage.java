package io.nodewright.packages.image;

import io.nodewright.oci.image.Architecture;
import io.nodewright.oci.image.ImageArchive;
import io.nodewright.oci.image.ImageLayout;
import io.nodewright.oci.layer.FixedTime;
import io.nodewright.packages.PackageFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Builds the image of a package.
///
/// @param source the package
/// @param base what it stands on
/// @param name name and tag of the image
public record PackageImage(PackageFolder source, BaseImage base, String name) {

  /// The name that an image has when none is given: name and version of the package.
  public static String nameOf(PackageFolder source) {
    return source.config().name().toLowerCase(Locale.ROOT) + ":" + tagOf(source);
  }

  /// The tag that goes with the version of the package: tags have no `+`.
  public static String tagOf(PackageFolder source) {
    return source.version().replace('+', '_');
  }

  /// Builds it as a layout.
  ///
  /// @param target a folder that is not there yet, or empty
  /// @param work an empty folder for what is made on the way
  /// @throws IOException when the base will not do, or something is in the way
  public ImageLayout layout(Path target, Path work) throws IOException {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && !empty(target)) {
      throw new IOException(target + ": is there already; remove it, or name another");
    }
    ImageLayout below = base.layout(Files.createDirectory(work.resolve("base")));
    String architecture = Architecture.here();
    ShellCheck.require(below.layerFiles(architecture), base);
    return below.extended(
        target,
        name,
        architecture,
        labels(),
        PackageLayer.of(source, Files.createDirectory(work.resolve("layer"))));
  }

  /// Builds it as one file.
  public ImageLayout archive(Path target, Path work) throws IOException {
    ImageLayout layout = layout(work.resolve("layout"), work);
    ImageArchive.write(layout, target);
    return layout;
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>();
    labels.put("org.opencontainers.image.title", source.config().name());
    labels.put("org.opencontainers.image.version", source.config().version());
    labels.put("org.opencontainers.image.created", FixedTime.AT.toString());
    return labels;
  }

  private static boolean empty(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }
}
