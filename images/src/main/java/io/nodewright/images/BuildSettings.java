package io.nodewright.images;

import java.nio.file.Path;

/// What a build is asked for.
///
/// @param project the project's folder, with built jars
/// @param output where images are written
/// @param keep a folder for downloads and start caches, kept from one build to the next
/// @param jdk the JDK whose parts go into the images
/// @param prefix what comes before an image's name: a registry and path, or a path
/// @param tag the images' tag
/// @param version what the images' labels say
/// @param revision of the sources; empty when it is not known
/// @param startCache whether images get a start cache
public record BuildSettings(
    Path project,
    Path output,
    Path keep,
    Path jdk,
    String prefix,
    String tag,
    String version,
    String revision,
    boolean startCache) {

  /// The full name of image `name`, as in `nodewright/agent:0.21.0`.
  public String imageName(String name) {
    return "%s/%s:%s".formatted(prefix, name, tag);
  }
}
