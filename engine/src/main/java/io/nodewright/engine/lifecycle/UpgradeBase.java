package io.nodewright.engine.lifecycle;

import java.util.Map;

/// Whether a version that the node remembers makes the next installation an upgrade (02 §4.3,
/// §4.5).
final class UpgradeBase {

  private UpgradeBase() {}

  /// Whether a lower version of the package is recorded at an install stage. One in the uninstall
  /// cycle is no base for an upgrade.
  static boolean exists(PackageSpec spec, Map<PackageRef, PackageRecord> entries) {
    for (PackageRecord record : entries.values()) {
      if (record.ref().name().equals(spec.name())
          && !record.ref().equals(spec.ref())
          && !record.inUninstallCycle()
          && Version.lower(record.ref().version(), spec.ref().version())) {
        return true;
      }
    }
    return false;
  }

  /// Whether another version is recorded that did not complete: the host was partly changed by it
  /// (02 §4.5 row 2).
  static boolean otherUnfinished(PackageSpec spec, Map<PackageRef, PackageRecord> entries) {
    return entries.values().stream()
        .anyMatch(
            record ->
                record.ref().name().equals(spec.name())
                    && !record.ref().equals(spec.ref())
                    && record.state() != StageState.COMPLETE);
  }
}
