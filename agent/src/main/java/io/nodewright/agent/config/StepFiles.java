package io.nodewright.agent.config;

import java.io.IOException;

/// Which step files a package brings; the rules ask it (06 §7.3 rule 6).
@FunctionalInterface
public interface StepFiles {

  /// Whether there is anything at that path below `skyhook_dir`, links followed inside the host
  /// root.
  ///
  /// @throws IOException when nobody can tell, e.g. for a circle of links
  boolean exists(String path) throws IOException;
}
