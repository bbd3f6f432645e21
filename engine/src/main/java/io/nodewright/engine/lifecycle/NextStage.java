package io.nodewright.engine.lifecycle;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// What a package has to do next on a node (02 §4.1 to §4.10), apart from whether it may do it now.
public sealed interface NextStage {

  /// Nothing: it is done, or gone and not wanted.
  record Nothing() implements NextStage {}

  /// The recorded stage is to be worked on: its Job runs, is about to exist, or is missing and made
  /// again.
  ///
  /// @param record as it has to be before the Job is created; equal to the stored one when nothing
  ///   changes
  record Continue(PackageRecord record) implements NextStage {}

  /// A stage is to begin.
  ///
  /// @param record as it has to be stored before the Job is created (LW3)
  record Begin(PackageRecord record) implements NextStage {}

  /// The stage's Job failed for good; nothing runs until somebody clears it (02 §4.14).
  ///
  /// @param record the stored one
  record TimedOut(PackageRecord record) implements NextStage {}

  /// The package owes an interrupt at this point.
  ///
  /// @param record the stored one
  record OwesInterrupt(PackageRecord record) implements NextStage {}

  /// A running uninstall was cancelled: its Job goes first, then the package starts over (02 §4.9).
  ///
  /// @param record as it has to be once the Job is gone
  record Cancel(PackageRecord record) implements NextStage {}

  /// Works out the next stage.
  ///
  /// @param spec the package
  /// @param entries the node's record
  /// @param failedForGood whether the Job of the recorded stage stands as failed and processed (02
  ///   §1.2)
  /// @param uninstall whether its uninstall is asked for (LD2)
  /// @param changedKeys config keys whose change is being rolled out
  static NextStage of(
      PackageSpec spec,
      Map<PackageRef, PackageRecord> entries,
      boolean failedForGood,
      boolean uninstall,
      Collection<String> changedKeys) {
    Optional<PackageRecord> entry = Optional.ofNullable(entries.get(spec.ref()));
    if (entry.isEmpty()) {
      return uninstall ? new Nothing() : new Begin(firstRecord(spec, entries)); // 4.10; 4.1, 4.3
    }
    return uninstall
        ? uninstalling(spec, entry.get(), failedForGood)
        : installing(spec, entries, entry.get(), failedForGood, changedKeys);
  }

  private static NextStage installing(
      PackageSpec spec,
      Map<PackageRef, PackageRecord> entries,
      PackageRecord entry,
      boolean failedForGood,
      Collection<String> changedKeys) {
    if (entry.stage() == Stage.UNINSTALL) {
      return new Cancel(PackageRecord.starting(spec, Stage.APPLY, declaresInterrupt(spec))); // 4.9
    }
    if (entry.state() != StageState.COMPLETE) {
      return open(entry, failedForGood);
    }
    if (PackageProgress.done(spec, entries, changedKeys)) {
      // 4.5 row 1: a lower version beside a done one means that the upgrade has to run.
      return UpgradeBase.exists(spec, entries)
          ? new Begin(PackageRecord.starting(spec, Stage.UPGRADE, declaresInterrupt(spec)))
          : new Nothing();
    }
    return switch (entry.stage()) {
      case APPLY, UPGRADE -> new Begin(entry.movedTo(Stage.CONFIG, spec)); // 4.1 #3
      case CONFIG -> new OwesInterrupt(entry); // 4.2 #6
      case INTERRUPT -> new Begin(entry.movedTo(Stage.POST_INTERRUPT, spec)); // 4.2 #8
      case POST_INTERRUPT, UNINSTALL, UNINSTALL_INTERRUPT -> new Nothing();
    };
  }

  private static NextStage uninstalling(
      PackageSpec spec, PackageRecord entry, boolean failedForGood) {
    if (entry.inUninstallCycle()) {
      return open(entry, failedForGood);
    }
    boolean leaves = entry.state() == StageState.COMPLETE || failedForGood; // 4.8 #1, #3
    return leaves
        ? new Begin(entry.movedTo(Stage.UNINSTALL, spec))
        : new Continue(entry); // 4.8 #2: the stage in flight runs to its end
  }

  private static NextStage open(PackageRecord entry, boolean failedForGood) {
    return failedForGood ? new TimedOut(entry) : new Continue(entry);
  }

  private static PackageRecord firstRecord(
      PackageSpec spec, Map<PackageRef, PackageRecord> entries) {
    Stage first = UpgradeBase.exists(spec, entries) ? Stage.UPGRADE : Stage.APPLY;
    return PackageRecord.starting(spec, first, declaresInterrupt(spec));
  }

  private static boolean declaresInterrupt(PackageSpec spec) {
    return spec.interrupt() instanceof Interrupt.Of;
  }
}
