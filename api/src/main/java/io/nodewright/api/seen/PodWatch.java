package io.nodewright.api.seen;

import io.nodewright.engine.drain.PodView;
import java.util.List;

/// One watch of pods.
public interface PodWatch {

  /// Whether all pods that there are have been listed: before, an empty answer means nothing.
  boolean known();

  /// The pods that are known.
  List<PodView> pods();

  /// Ends it.
  void close();
}
