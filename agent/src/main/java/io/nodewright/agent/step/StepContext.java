package io.nodewright.agent.step;

import io.nodewright.agent.host.DraftFiles;
import io.nodewright.agent.host.HostRoot;
import io.nodewright.agent.settings.RootMode;
import java.io.OutputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What all steps of a run share.
///
/// @param root the host
/// @param rootMode whether root is ever changed
/// @param copy COPY, a host path
/// @param drafts how files on the host are replaced
/// @param ownEnvironment the agent's, for `env:` arguments
/// @param stepEnvironment what is left of it for steps
/// @param stdout the agent's own
/// @param stderr the agent's own
public record StepContext(
    HostRoot root,
    RootMode rootMode,
    String copy,
    DraftFiles drafts,
    Map<String, String> ownEnvironment,
    Map<String, String> stepEnvironment,
    OutputStream stdout,
    OutputStream stderr) {

  public StepContext {
    ownEnvironment = Collections.unmodifiableMap(new LinkedHashMap<>(ownEnvironment));
    stepEnvironment = Collections.unmodifiableMap(new LinkedHashMap<>(stepEnvironment));
  }

  /// Where a step runs. In prefix mode on-host steps run as the others do (06 §18).
  public StepRoot place(boolean onHost) {
    String path = root.path().toString();
    return onHost && rootMode == RootMode.CHROOT ? StepRoot.host(path) : StepRoot.container(path);
  }
}
