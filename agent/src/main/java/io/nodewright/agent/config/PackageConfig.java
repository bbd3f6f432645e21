package io.nodewright.agent.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A valid `config.json` (06 §7.2).
///
/// @param name PKG of the contract; a single path component, may differ from the key in the
///   resource
/// @param version VER of the contract
/// @param expectedConfigFiles relative names below `configmaps`
/// @param modes the steps of each mode in file order; a mode without steps is absent
public record PackageConfig(
    String name, String version, List<String> expectedConfigFiles, Map<Mode, List<Step>> modes) {

  public PackageConfig {
    expectedConfigFiles = List.copyOf(expectedConfigFiles);
    Map<Mode, List<Step>> copy = new EnumMap<>(Mode.class);
    modes.forEach(
        (mode, steps) -> {
          if (!steps.isEmpty()) {
            copy.put(mode, List.copyOf(steps));
          }
        });
    modes = Collections.unmodifiableMap(copy);
  }

  /// The steps of one mode, none if it has none.
  public List<Step> steps(Mode mode) {
    return modes.getOrDefault(mode, List.of());
  }

  /// The steps of all modes.
  public List<Step> allSteps() {
    List<Step> all = new ArrayList<>();
    modes.values().forEach(all::addAll);
    return all;
  }
}
