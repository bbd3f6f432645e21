package io.nodewright.cli.explain;

import io.nodewright.engine.rollout.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/// A label selector in the form of a query.
final class SelectorText {

  private SelectorText() {}

  static String of(LabelSelector selector) {
    List<String> parts = new ArrayList<>();
    selector.matchLabels().forEach((key, value) -> parts.add(key + "=" + value));
    for (LabelSelector.Requirement each : selector.expressions()) {
      String values = "(" + String.join(",", each.values()) + ")";
      parts.add(
          switch (each.operator()) {
            case IN -> each.key() + " in " + values;
            case NOT_IN -> each.key() + " notin " + values;
            case EXISTS -> each.key();
            case DOES_NOT_EXIST -> "!" + each.key();
          });
    }
    return String.join(",", parts);
  }
}
