package io.nodewright.api.admission;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.nodewright.api.value.Absent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is wrong with a label selector, as Kubernetes itself would say when it is used: operators,
/// numbers of values, syntax of keys and values (01 §0).
final class SelectorProblem {

  private static final int LONGEST = 63;
  private static final int LONGEST_PREFIX = 253;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern DOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  private SelectorProblem() {}

  /// The first problem, in words; empty when the selector can be used, as an absent one can.
  static Optional<String> of(@Nullable LabelSelector selector) {
    if (selector == null) {
      return Optional.empty();
    }
    for (Map.Entry<String, String> label :
        new TreeMap<>(Absent.map(selector.getMatchLabels())).entrySet()) {
      if (!isKey(label.getKey())) {
        return Optional.of("matchLabels: \"" + label.getKey() + "\" is not a label key");
      }
      if (!isValue(label.getValue())) {
        return Optional.of("matchLabels: \"" + label.getValue() + "\" is not a label value");
      }
    }
    return Absent.list(selector.getMatchExpressions()).stream()
        .map(SelectorProblem::of)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> of(LabelSelectorRequirement expression) {
    String operator = Absent.text(expression.getOperator());
    List<String> values = Absent.list(expression.getValues());
    String place = "matchExpressions: ";
    if (!isKey(expression.getKey())) {
      return Optional.of(place + "\"" + expression.getKey() + "\" is not a label key");
    }
    switch (operator) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          return Optional.of(place + operator + " needs values");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          return Optional.of(place + operator + " takes no values");
        }
      }
      default -> {
        return Optional.of(
            place + "\"" + operator + "\" is none of In, NotIn, Exists, DoesNotExist");
      }
    }
    return values.stream()
        .filter(value -> !isValue(value))
        .findFirst()
        .map(value -> place + "\"" + value + "\" is not a label value");
  }

  private static boolean isKey(@Nullable String text) {
    String key = Absent.text(text);
    int slash = key.indexOf('/');
    String prefix = slash < 0 ? "" : key.substring(0, slash);
    String name = key.substring(slash + 1);
    boolean prefixed =
        slash < 0 || (prefix.length() <= LONGEST_PREFIX && DOMAIN.matcher(prefix).matches());
    return prefixed && name.length() <= LONGEST && NAME.matcher(name).matches();
  }

  private static boolean isValue(@Nullable String text) {
    String value = Absent.text(text);
    return value.isEmpty() || (value.length() <= LONGEST && NAME.matcher(value).matches());
  }
}
