package io.nodewright.engine.lifecycle;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Definitions on one package of one node (02 §3), from the record and the spec alone.
public final class PackageProgress {

  private PackageProgress() {}

  /// Whether its uninstall is asked for (LD2).
  public static boolean uninstallRequested(PackageSpec spec, boolean nodeWrightDeleting) {
    return spec.uninstallEnabled() && (spec.uninstallApply() || nodeWrightDeleting);
  }

  /// Whether a stage in flight has to end although the NodeWright is being deleted: the uninstall
  /// of its package may not begin before (02 §4.8 #2), also where its Job was lost.
  ///
  /// @param record at the stage
  /// @param uninstall whether the package's uninstall is asked for
  public static boolean mustEnd(
      Map<PackageRef, PackageRecord> entries, PackageRecord record, boolean uninstall) {
    PackageRecord stored = entries.get(record.ref());
    return uninstall
        && stored != null
        && stored.stage() == record.stage()
        && stored.state() != StageState.COMPLETE;
  }

  /// Whether the package still counts on this node: all do but those whose uninstall is asked for
  /// and done (LD4).
  public static boolean active(
      PackageSpec spec, Map<PackageRef, PackageRecord> entries, boolean nodeWrightDeleting) {
    return !uninstallRequested(spec, nodeWrightDeleting) || entries.containsKey(spec.ref());
  }

  /// Whether an interrupt is owed: its own while the flag is set, or one of a changed config key
  /// (LD5).
  public static boolean owesInterrupt(
      PackageSpec spec, PackageRecord entry, Collection<String> changedKeys) {
    boolean own = entry.interruptPending() && spec.interrupt() instanceof Interrupt.Of;
    return own || (!changedKeys.isEmpty() && anyOwed(spec, changedKeys));
  }

  private static boolean anyOwed(PackageSpec spec, Collection<String> changedKeys) {
    return changedKeys.stream()
        .anyMatch(
            key ->
                spec.configInterrupts().keySet().stream()
                    .anyMatch(pattern -> ConfigKeyPattern.matches(pattern, key)));
  }

  /// Whether the package is done on the node with these entries (LD6).
  public static boolean done(
      PackageSpec spec, Map<PackageRef, PackageRecord> entries, Collection<String> changedKeys) {
    PackageRecord entry = entries.get(spec.ref());
    if (entry == null || entry.state() != StageState.COMPLETE) {
      return false;
    }
    return switch (entry.stage()) {
      case POST_INTERRUPT -> true;
      case CONFIG -> !owesInterrupt(spec, entry, changedKeys);
      case APPLY, UPGRADE, INTERRUPT, UNINSTALL, UNINSTALL_INTERRUPT -> false;
    };
  }

  /// Whether the package is done, and no other recorded version makes it run again (02 §4.5).
  public static boolean doneForGood(
      PackageSpec spec, Map<PackageRef, PackageRecord> entries, Collection<String> changedKeys) {
    return done(spec, entries, changedKeys)
        && new RecordedVersions(spec, entries).runsAgain().isEmpty();
  }

  /// Whether another version ran since the run that is recorded, so that a failure of it counts no
  /// more (02 §4.5).
  public static boolean ranSince(PackageSpec spec, Map<PackageRef, PackageRecord> entries) {
    PackageRecord entry = entries.get(spec.ref());
    return entry != null
        && !entry.inUninstallCycle()
        && new RecordedVersions(spec, entries).ranSince(entry);
  }

  /// Whether the node is complete: every active package done, none in the uninstall cycle (LD7).
  ///
  /// @param changedKeys changed config keys by package name
  public static boolean nodeComplete(
      NodeState state,
      Map<String, PackageSpec> packages,
      boolean nodeWrightDeleting,
      Map<String, List<String>> changedKeys) {
    return switch (state) {
      case NodeState.Unreadable _ -> false;
      case NodeState.Known(var entries) -> {
        for (PackageSpec spec : packages.values()) {
          PackageRecord entry = entries.get(spec.ref());
          if (entry == null) {
            if (!uninstallRequested(spec, nodeWrightDeleting)) {
              yield false;
            }
          } else if (uninstallRequested(spec, nodeWrightDeleting)
              || !done(spec, entries, changedKeys.getOrDefault(spec.name(), List.of()))) {
            yield false;
          }
        }
        yield !anyRunsAgain(entries, packages);
      }
    };
  }

  private static boolean anyRunsAgain(
      Map<PackageRef, PackageRecord> entries, Map<String, PackageSpec> packages) {
    return entries.size() > packages.size() // else there are no other versions
        && packages.values().stream()
            .anyMatch(spec -> new RecordedVersions(spec, entries).runsAgain().isPresent());
  }
}
