package io.nodewright.api.admission;

import io.nodewright.api.v1alpha1.PackageDefinition;
import io.nodewright.api.value.Absent;
import io.nodewright.engine.lifecycle.ConfigKeyPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// An interrupt for a config key is for one that is there (V9, V10).
final class ConfigInterruptRules {

  private ConfigInterruptRules() {}

  static List<Violation> keysExist(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (name, each) -> {
              Set<String> present = Absent.map(each.configMap()).keySet();
              for (String key : interruptKeys(each)) {
                if (!key.contains("*") && !present.contains(key)) {
                  found.add(
                      refusal(
                          "V9",
                          name,
                          key,
                          "error config interrupt for key that doesn't exist: " + key));
                }
              }
            });
    return found;
  }

  static List<Violation> globsMatch(NodeWrightWrite write) {
    List<Violation> found = new ArrayList<>();
    write
        .packages()
        .forEach(
            (name, each) -> {
              Set<String> present = Absent.map(each.configMap()).keySet();
              for (String key : interruptKeys(each)) {
                // Matched whole: a key that is literally the glob is matched by it, too.
                if (key.contains("*")
                    && present.stream().noneMatch(one -> ConfigKeyPattern.matches(key, one))) {
                  found.add(
                      refusal(
                          "V10",
                          name,
                          key,
                          "error config interrupt glob \"%s\" does not match any configMap keys"
                              .formatted(key)));
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
