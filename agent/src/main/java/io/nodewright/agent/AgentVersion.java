package io.nodewright.agent;

import org.jspecify.annotations.Nullable;

/// The version of this build: from the jar's manifest, else the commit id the build was told, else
/// `unknown` (06 §2).
final class AgentVersion {

  private AgentVersion() {}

  static String text() {
    Package own = AgentVersion.class.getPackage();
    @Nullable String version = own.getImplementationVersion();
    if (version != null && !version.isEmpty()) {
      return version;
    }
    return System.getProperty("nodewright.commit", "unknown");
  }
}
