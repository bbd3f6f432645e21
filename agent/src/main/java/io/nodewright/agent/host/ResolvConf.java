package io.nodewright.agent.host;

import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// The container's `resolv.conf` over the host's, for packages that download something (06 §10,
/// `COPY_RESOLV`).
public final class ResolvConf {

  private ResolvConf() {}

  /// Copies bytes and permission bits. A link on the host is followed inside ROOT (A68).
  ///
  /// @param source `/etc/resolv.conf` of the container
  /// @param drafts those of the package that runs
  /// @throws AgentFailure when it cannot be read or put in place
  public static void copy(Path source, HostRoot root, DraftFiles drafts) throws AgentFailure {
    try {
      Path target = root.resolve("/etc/resolv.conf");
      if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException("\"" + root.hostPath(target) + "\" is not a regular file");
      }
      String parent = root.hostPath(target) + "/..";
      root.createDirectories(parent);
      drafts.sweep(target.resolveSibling("."));
      HostFiles.replace(source, target, drafts);
    } catch (IOException e) {
      throw Phase.RESOLV_CONF.failure("cannot be copied: " + Causes.of(e));
    }
  }
}
