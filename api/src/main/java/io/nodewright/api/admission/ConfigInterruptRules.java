package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.ConfigKeyPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// An interrupt for a config key is for one that is there (V9, V10).
final class ConfigInterruptRules {

  private ConfigInterruptRules() {}

  static List<Violation> keysExist(NodeWrightWrite write) {
    return refused(
        write,
        "V9",
        (key, present) -> !key.contains("*") && !present.contains(key),
        "error config interrupt for key that doesn't exist: %s");
  }

  /// Matched whole: a key that is literally the glob is matched by it, too.
  static List<Violation> globsMatch(NodeWrightWrite write) {
    return refused(
        write,
        "V10",
        (key, present) ->
            key.contains("*")
                && present.stream().noneMatch(one -> ConfigKeyPattern.matches(key, one)),
        "error config interrupt glob \"%s\" does not match any configMap keys");
  }

  /// @param wrong asked of each interrupt's key and the keys of its package's config
  /// @param message with a place for the key
  private static List<Violation> refused(
      NodeWrightWrite write, String rule, BiPredicate<String, Set<String>> wrong, String message) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (name, each) -> {
              Set<String> present = Absent.map(each.configMap()).keySet();
              for (String key : interruptKeys(each)) {
                if (wrong.test(key, present)) {
                  found.add(refusal(rule, name, key, message.formatted(key)));
                }
              }
            });
    return found;
  }

  private static Set<String> interruptKeys(PackageDefinition stored) {
    return new TreeSet<>(Absent.map(stored.configInterrupts()).keySet());
  }

  private static Violation refusal(String rule, String name, String key, String message) {
    return new Violation(
        rule, "spec.packages.%s.configInterrupts[%s]".formatted(name, key), message);
  }
}
