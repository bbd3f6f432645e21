package io.nodewright.agent.step;

/// What steps are told about versions (06 §9).
public sealed interface Versions {

  /// Nothing: every mode but the two upgrade modes.
  record Untold() implements Versions {}

  /// In `upgrade` and `upgrade-check`.
  ///
  /// @param previous `unknown` or `uninstalled` when there was none
  /// @param current VER
  record Upgrade(String previous, String current) implements Versions {}
}
