package io.nodewright.engine;

import io.nodewright.engine.lifecycle.PackageRecord;
import io.nodewright.engine.lifecycle.PackageRef;
import io.nodewright.engine.lifecycle.PackageSpec;
import io.nodewright.engine.lifecycle.StageState;
import java.util.Map;
import java.util.Optional;

/// A package whose uninstall is asked for, while the node has another version of it than the spec:
/// the definition of that version is gone (02 §4.11).
///
/// @param recorded the other version's record
record SupersededUninstall(PackageRecord recorded) {

  /// The other version's record that the wish for an uninstall does not reach.
  static Optional<SupersededUninstall> of(
      PackageSpec spec, Map<PackageRef, PackageRecord> entries) {
    return entries.containsKey(spec.ref())
        ? Optional.empty()
        : entries.values().stream()
            .filter(record -> record.ref().name().equals(spec.name()))
            .findFirst()
            .map(SupersededUninstall::new);
  }

  /// What it means, for people.
  ///
  /// @param running whether its uninstall Job still runs
  String message(boolean running) {
    String shown = recorded.ref().shown();
    if (running) {
      return "the uninstall of "
          + shown
          + " began before the version changed and is being finished";
    }
    if (!recorded.inUninstallCycle()) {
      return shown
          + " stays installed: its definition is gone from the spec, so that it cannot be"
          + " uninstalled";
    }
    return recorded.state() == StageState.ERRORING
        ? "the uninstall of " + shown + " failed, and its definition is gone from the spec"
        : "the uninstall of " + shown + " was begun, and its definition is gone from the spec";
  }

  /// What would release it, for people.
  ///
  /// @param running whether its uninstall Job still runs
  String release(boolean running) {
    return running
        ? ""
        : "set the version back to %s to uninstall it, or reset the node's record of it"
            .formatted(recorded.ref().version());
  }
}
