package io.nodewright.engine;

import io.nodewright.engine.action.NodeEdit;
import io.nodewright.engine.drain.CordonRelease;
import io.nodewright.engine.drain.DrainTexts;

/// Gives a node's cordon back when the NodeWright needs it no more (04 §14).
final class CordonEnd {

  private CordonEnd() {}

  /// Releases what the NodeWright holds, with the patch of this pass.
  static void run(NodeCase node, NodeWork work) {
    if (!node.record().cordons()) {
      return; // nearly always
    }
    CordonRelease release = CordonRelease.of(node.node().cordon(node.subject().name()));
    switch (release) {
      case CordonRelease.Nothing _ -> {
        return;
      }
      case CordonRelease.Leave _ -> work.edit(new NodeEdit.ReleaseCordon(false));
      case CordonRelease.Uncordon _ -> work.edit(new NodeEdit.ReleaseCordon(true));
    }
    work.then(
        node.event(
            false,
            "Cordon",
            "Uncordon",
            DrainTexts.released(node.subject().name(), release))); // IE7
  }
}
