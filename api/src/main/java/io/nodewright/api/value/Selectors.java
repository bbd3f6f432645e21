package io.nodewright.api.value;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.nodewright.engine.rollout.LabelSelector;
import io.nodewright.engine.rollout.LabelSelector.Operator;
import io.nodewright.engine.rollout.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Label selectors (01 §0).
public final class Selectors {

  private Selectors() {}

  /// Reads a selector; an absent one is [LabelSelector#EVERYTHING]. Empty when an operator is not
  /// one of the four.
  public static Optional<LabelSelector> parse(
      io.fabric8.kubernetes.api.model.@Nullable LabelSelector stored) {
    if (stored == null) {
      return Optional.of(LabelSelector.EVERYTHING);
    }
    List<Requirement> expressions = new ArrayList<>();
    for (LabelSelectorRequirement each : Absent.list(stored.getMatchExpressions())) {
      Optional<Operator> operator = operator(each.getOperator());
      if (operator.isEmpty()) {
        return Optional.empty();
      }
      expressions.add(
          new Requirement(
              Absent.text(each.getKey()), operator.get(), Absent.list(each.getValues())));
    }
    return Optional.of(
        new LabelSelector(new TreeMap<>(Absent.map(stored.getMatchLabels())), expressions));
  }

  /// The selector as the API has it.
  public static io.fabric8.kubernetes.api.model.LabelSelector write(LabelSelector selector) {
    return new LabelSelectorBuilder()
        .withMatchLabels(selector.matchLabels())
        .withMatchExpressions(
            selector.expressions().stream()
                .map(
                    each ->
                        new LabelSelectorRequirement(
                            each.key(), word(each.operator()), each.values()))
                .toList())
        .build();
  }

  private static String word(Operator operator) {
    return switch (operator) {
      case IN -> "In";
      case NOT_IN -> "NotIn";
      case EXISTS -> "Exists";
      case DOES_NOT_EXIST -> "DoesNotExist";
    };
  }

  private static Optional<Operator> operator(@Nullable String word) {
    return switch (Absent.text(word)) {
      case "In" -> Optional.of(Operator.IN);
      case "NotIn" -> Optional.of(Operator.NOT_IN);
      case "Exists" -> Optional.of(Operator.EXISTS);
      case "DoesNotExist" -> Optional.of(Operator.DOES_NOT_EXIST);
      default -> Optional.empty();
    };
  }
}
