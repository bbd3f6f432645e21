package io.nodewright.operator.act;

import io.nodewright.engine.action.Action;

/// Performs single actions; the port between the runner of lists and the cluster.
interface Performer {

  /// Does what the action says, under its precondition.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException as the API server answered
  /// @throws io.nodewright.operator.leadership.FenceClosed before anything was sent
  Outcome perform(Action action, ListMemory memory);

  /// Reads what the action is on into the cache, whatever it is now.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException as the API server answered
  void reread(Action action);

  /// Whether performing it sends a request before it returns, which takes its turn among others.
  boolean sendsAtOnce(Action action);
}
