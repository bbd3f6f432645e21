package io.nodewright.images.debian;

import java.nio.file.Path;

/// One package, downloaded.
///
/// @param name its name
/// @param version its version, with epoch
/// @param architecture as Debian names it; `all` for all
/// @param file the `.deb`
public record DebianPackage(String name, String version, String architecture, Path file) {
  /// apt's name for the file: a colon of the version is written `%3a`.
  static String fileName(String name, String version, String architecture) {
    return "%s_%s_%s.deb".formatted(name, version.replace(":", "%3a"), architecture);
  }
}
