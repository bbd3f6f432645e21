package io.nodewright.api.admission;

import java.util.List;

/// Names nodes in an answer to a person, the first few of them.
final class SomeNodes {

  private static final int SHOWN = 5;

  private SomeNodes() {}

  /// Such as `node-a, node-b and 3 more`.
  static String of(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return names.size() > SHOWN ? first + " and " + (names.size() - SHOWN) + " more" : first;
  }
}
