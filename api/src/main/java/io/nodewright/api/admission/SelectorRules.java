package io.nodewright.api.admission;

import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Selectors select what they can be asked for (V5, V6).
final class SelectorRules {

  private SelectorRules() {}

  static List<Violation> ofNodes(NodeWrightWrite write) {
    return violation(
        "V5", "spec.nodeSelectors", "node selectors are not valid", write.spec().nodeSelectors());
  }

  static List<Violation> ofPods(NodeWrightWrite write) {
    return violation(
        "V6",
        "spec.podNonInterruptLabels",
        "pod non-interrupt labels are not valid",
        write.spec().podNonInterruptLabels());
  }

  private static List<Violation> violation(
      String rule, String path, String fragment, @Nullable LabelSelector selector) {
    return SelectorProblem.of(selector)
        .map(problem -> List.of(new Violation(rule, path, fragment + ": " + problem)))
        .orElse(List.of());
  }
}
