package io.nodewright.sandbox.kubelet;

import io.fabric8.kubernetes.api.model.Container;

/// Where the containers of one pod run.
public interface PodHome extends AutoCloseable {
  /// Starts `container`.
  ///
  /// @param attempt how often it was started before
  StartOutcome start(Container container, int attempt);

  /// Takes away what the containers shared. Their logs stay.
  @Override
  void close();
}
