package io.nodewright.cli.command;

import java.util.List;

/// Names of nodes in a sentence.
final class NodeNames {

  private static final int SHOWN = 20;

  private NodeNames() {}

  /// Such as `2 nodes: gpu1, gpu2`.
  static String counted(List<String> names) {
    if (names.isEmpty()) {
      return "0 nodes";
    }
    String listed = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    String more = names.size() > SHOWN ? " and %d more".formatted(names.size() - SHOWN) : "";
    return "%d node%s: %s%s".formatted(names.size(), names.size() == 1 ? "" : "s", listed, more);
  }
}
