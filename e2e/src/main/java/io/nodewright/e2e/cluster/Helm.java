package io.nodewright.e2e.cluster;

import io.nodewright.images.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Helm at work on the cluster.
///
/// @param program its binary
/// @param kubeconfig whom it works for
/// @param home a folder for what it keeps
public record Helm(Path program, Path kubeconfig, Path home) {
  /// Runs it and returns what it said.
  public String run(List<String> arguments) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "/usr/bin/env",
                "KUBECONFIG=" + kubeconfig,
                "HELM_CACHE_HOME=" + home,
                "HELM_CONFIG_HOME=" + home,
                "HELM_DATA_HOME=" + home,
                program.toString()));
    words.addAll(arguments);
    return new ChildProcess(words).run();
  }
}
