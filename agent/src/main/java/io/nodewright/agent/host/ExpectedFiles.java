package io.nodewright.agent.host;

import io.nodewright.agent.config.LocalPath;
import io.nodewright.agent.report.AgentFailure;
import io.nodewright.agent.report.Causes;
import io.nodewright.agent.report.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The config files that a package cannot run without (06 §10).
public final class ExpectedFiles {

  private ExpectedFiles() {}

  /// Each name must be local and, below `<copy>/configmaps`, a regular file, links followed.
  ///
  /// @throws AgentFailure with every problem in one message (06 B43)
  public static void require(HostRoot root, String copy, List<String> names) throws AgentFailure {
    List<String> problems = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String name : names) {
      if (!LocalPath.isLocal(name)) {
        problems.add("expected config file \"" + name + "\" leads out of configmaps");
        continue;
      }
      try {
        Path file = root.resolve(copy + "/configmaps/" + name);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          missing.add(name);
        } else if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          problems.add("expected config file \"" + name + "\" is not a regular file");
        }
      } catch (IOException e) {
        problems.add("expected config file \"" + name + "\" cannot be read: " + Causes.of(e));
      }
    }
    if (!missing.isEmpty()) {
      problems.add("expected config files missing: " + String.join(", ", missing));
    }
    if (!problems.isEmpty()) {
      throw Phase.CONFIG.failure(String.join("; ", problems));
    }
  }
}
