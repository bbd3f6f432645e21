package io.nodewright.engine.rollout;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A Kubernetes label selector (01 §0). An empty one matches everything.
///
/// @param matchLabels labels that must be equal
/// @param expressions requirements that must all hold
public record LabelSelector(SortedMap<String, String> matchLabels, List<Requirement> expressions) {

  /// Matches everything.
  public static final LabelSelector EVERYTHING =
      new LabelSelector(Collections.emptySortedMap(), List.of());

  /// Copies the collections.
  public LabelSelector {
    matchLabels = Collections.unmodifiableSortedMap(new TreeMap<>(matchLabels));
    expressions = List.copyOf(expressions);
  }

  /// One expression of a selector.
  ///
  /// @param key the label
  /// @param operator how it is compared
  /// @param values for IN and NOT_IN, else empty
  public record Requirement(String key, Operator operator, List<String> values) {
    /// Copies the values.
    public Requirement {
      values = List.copyOf(values);
    }

    boolean holds(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
      };
    }
  }

  /// The operators.
  public enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST
  }

  /// Whether it selects nothing in particular, and so everything.
  public boolean empty() {
    return matchLabels.isEmpty() && expressions.isEmpty();
  }

  /// Whether an object with these labels is selected.
  public boolean matches(Map<String, String> labels) {
    for (Map.Entry<String, String> wanted : matchLabels.entrySet()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    for (Requirement requirement : expressions) {
      if (!requirement.holds(labels)) {
        return false;
      }
    }
    return true;
  }
}
