package io.nodewright.sandbox.binaries;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the control plane's programs, or gets them.
public final class KubeBinaries {
  private final ProgramCache cache;
  private final Release release;

  /// Programs in `cache`, downloaded from `release` where this computer has no Go.
  public KubeBinaries(ProgramCache cache, Release release) {
    this.cache = cache;
    this.release = release;
  }

  /// The cache and servers that the environment names.
  public static KubeBinaries of(Map<String, String> environment) throws IOException {
    return new KubeBinaries(ProgramCache.of(environment), Release.of(environment));
  }

  /// The folder that has all of `programs`. What is missing is built from its Go module, which
  /// takes minutes, or downloaded where there is no Go. Other processes that use the cache are
  /// waited for.
  ///
  /// @throws IOException when a program can be had neither way
  public Path provide(List<KubeProgram> programs) throws IOException {
    if (!missing(programs).isEmpty()) {
      cache.exclusively(() -> get(missing(programs)));
    }
    return cache.folder();
  }

  private void get(List<KubeProgram> programs) throws IOException {
    Optional<GoBuild> go = GoBuild.on(cache);
    Download download = new Download(release, cache);
    for (KubeProgram program : programs) {
      if (go.isPresent()) {
        go.get().build(program);
      } else {
        download.fetch(program);
      }
    }
  }

  private List<KubeProgram> missing(List<KubeProgram> programs) throws IOException {
    List<KubeProgram> missing = new ArrayList<>();
    for (KubeProgram program : programs) {
      if (!cache.has(program)) {
        missing.add(program);
      }
    }
    return missing;
  }
}
