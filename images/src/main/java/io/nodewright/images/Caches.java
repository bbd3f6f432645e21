package io.nodewright.images;

import java.nio.file.Path;

/// Where what can be made again is kept.
final class Caches {
  private Caches() {}

  /// `$XDG_CACHE_HOME`, by default `~/.cache`.
  static Path folder() {
    String given = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    return given.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
  }
}
