package io.nodewright.images;

import java.nio.file.Path;

/// The project that this was built from.
final class ProjectFolder {
  private ProjectFolder() {}

  /// Its folder: the system property `project.root`, which `./nodewright` sets.
  static Path path() {
    return Path.of(System.getProperty("project.root", ".")).toAbsolutePath().normalize();
  }

  /// Where its images are written.
  static Path images() {
    return path().resolve("target/images");
  }
}
