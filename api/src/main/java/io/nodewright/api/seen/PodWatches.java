package io.nodewright.api.seen;

import io.nodewright.engine.rollout.LabelSelector;

/// Starts watches of pods, in every namespace.
public interface PodWatches {

  /// The pods of a node.
  ///
  /// @param news told when anything changed that decisions are made of
  PodWatch ofNode(String node, Runnable news);

  /// The pods that a selector matches.
  ///
  /// @param news told when anything changed that decisions are made of
  PodWatch ofSelector(LabelSelector selector, Runnable news);
}
